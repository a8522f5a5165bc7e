/** Labels in the text format of Prometheus: `name="value",...`. */
export type LabelText = string;

/** The longest value of a label. Values come from the service, which may send texts of any length. */
const MAX_VALUE = 128;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** Makes a label; an empty text for a value that is not a text, because an empty label is no label. */
export function formatLabel(name: string, value: unknown): LabelText {
  if (typeof value !== 'string' || value === '') return '';
  return `${name}="${escapeValue(value.slice(0, MAX_VALUE).replace(UNPRINTABLE, '\ufffd'))}"`;
}

export function joinLabels(...labels: readonly LabelText[]): LabelText {
  return labels.filter((label) => label !== '').join(',');
}

export function formatHeader(name: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`;
}

export function formatValue(value: number): string {
  return value === Infinity ? '+Inf' : String(value);
}

export function escapeValue(value: string): string {
  if (!/[\\"\n]/.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
