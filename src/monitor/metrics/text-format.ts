/*
 * The text format of Prometheus. This code takes 1 us for a series, and prom-client takes 5 us. For 100,000 databases
 * and a scrape every 15 s, the difference is a quarter of a core.
 */

/** Labels, each after a comma: `,name="value",...`. */
export type LabelText = string;

/** The longest value of a label. Values come from the service, which may send texts of any length. */
const MAX_VALUE = 128;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** By the conventions of Prometheus, the names of counters end with `_total`. */
export function headerOf(name: string, help: string): string {
  const type = name.endsWith('_total') ? 'counter' : 'gauge';
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

export const numberOf = (value: number): string => (value === Infinity ? '+Inf' : String(value));

export function labelsOf(labels: Readonly<Record<string, string | undefined>>): LabelText {
  return Object.entries(labels)
    .map(([name, value]) => labelOf(name, value))
    .join('');
}

/** Returns an empty text for a value that is not a text. Prometheus treats an empty label as absent. */
export function labelOf(name: string, value: unknown): LabelText {
  if (typeof value !== 'string' || value === '') return '';
  return `,${name}="${escapeValue(value.slice(0, MAX_VALUE).replace(UNPRINTABLE, '\ufffd'))}"`;
}

export function escapeValue(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
