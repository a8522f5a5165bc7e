/** What was measured of one way to do the work. */
export interface Measured {
  readonly name: string;
  /** Milliseconds, one a sample; the samples of all candidates alternate. */
  readonly times: readonly number[];
  /** At most this many times the baseline; printed beside the ratio. Nothing fails because of it. */
  readonly target?: number | undefined;
  /** What else there is to say. */
  readonly remark?: string;
}

/**
 * Prints a table: median time of one run, ratio to the first of them, spread of the samples. A ratio is the median of
 * the ratios of samples taken one after the other, which is steadier than the ratio of two medians.
 */
export function report(title: string, measured: readonly Measured[]): void {
  const baseline = measured[0]?.times ?? [];
  const rows = measured.map(({ name, times, target, remark = '' }) => [
    name,
    duration(median(times)),
    ratio(median(times.map((time, at) => time / (baseline[at] ?? NaN)))),
    target === undefined ? '' : `≤ ${ratio(target)}`,
    `±${((spread(times) / 2) * 100).toFixed(0)} %`,
    remark,
  ]);
  console.log(`\n${title}`);
  printAligned([['', 'median', 'ratio', 'target', 'spread', ''], ...rows]);
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** Distance of the quartiles, relative to the median. */
function spread(numbers: readonly number[]): number {
  return (quantile(numbers, 0.75) - quantile(numbers, 0.25)) / median(numbers);
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? NaN;
}

function duration(ms: number): string {
  return ms < 1 ? `${(ms * 1000).toFixed(2)} µs` : `${ms.toFixed(1)} ms`;
}

function ratio(value: number): string {
  return `${value.toFixed(2)} ×`;
}

function printAligned(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      isText(column, row) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('   ')}`.trimEnd());
  }
}

/** Names and remarks; between them are numbers. */
function isText(column: number, row: readonly string[]): boolean {
  return column === 0 || column === row.length - 1;
}
