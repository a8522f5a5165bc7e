import { median, medianRatio, spread } from './statistics.js';

export interface Measured {
  readonly name: string;
  /** One value per sample, in order. The samples of all candidates alternate. */
  readonly values: readonly number[];
  /** At most this many times the baseline; printed beside the ratio. Nothing fails because of it. */
  readonly target?: number | undefined;
  readonly remark?: string | undefined;
}

/** Prints a table: median, ratio to the first of them, spread of the samples. */
export function report(title: string, measured: readonly Measured[]): void {
  const baseline = measured[0]?.values ?? [];
  const rows = measured.map(({ name, values, target, remark = '' }) => {
    const times = medianRatio(values, baseline);
    const aim = target === undefined ? '' : `≤ ${ratio(target)}${times > target ? ' missed' : ''}`;
    return [name, duration(median(values)), ratio(times), aim, plusMinus(spread(values)), remark];
  });
  printTable(title, [['', 'median', 'ratio', 'target', 'spread', ''], ...rows]);
}

/** Prints rows of cells. The first and the last cell of a row are text; the others are numbers. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)));
  console.log(`\n${title}`);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 || column === row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`.trimEnd());
  }
}

/** Milliseconds in words. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${rounded(ms / 1000)} s`;
  return ms < 1 ? `${rounded(ms * 1000)} µs` : `${rounded(ms)} ms`;
}

/** Bytes in words. */
export function size(bytes: number): string {
  return Math.abs(bytes) < 10_000 ? `${Math.round(bytes)} B` : `${rounded(bytes / 1000)} kB`;
}

export function ratio(value: number): string {
  return `${rounded(value)} ×`;
}

export function plusMinus(share: number): string {
  return `±${(share * 100).toFixed(0)} %`;
}

/** Rounds to three digits: the measurement is not more precise. */
function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(digits).replace(/\B(?=(\d{3})+$)/g, ',');
}
