/** One way to do the work of a comparison. */
export interface Candidate {
  readonly name: string;
  /** Does the work once. Its result is kept alive, so that no engine can skip the work. */
  readonly run: () => unknown;
  /** At most this many times the baseline; printed beside the ratio. Nothing fails because of it. */
  readonly target?: number;
}

/** What a comparison is made of. The first candidate is the baseline. */
export interface Comparison {
  readonly title: string;
  readonly candidates: readonly [Candidate, ...Candidate[]];
}

/** How long to measure. */
export interface Effort {
  /** Samples of each candidate. */
  readonly samples: number;
  /** Duration of one sample, milliseconds; one run at least. */
  readonly sampleMs: number;
}

/**
 * Measures the candidates and prints a table: median time of one run, ratio to the baseline, spread of the samples.
 *
 * The samples alternate, so that whatever else the machine does meets all candidates alike. A ratio is the median of
 * the ratios of samples taken one after the other, which is steadier than the ratio of two medians.
 */
export function compare({ title, candidates }: Comparison, effort: Effort): void {
  const measured = candidates.map((candidate) => ({
    candidate,
    repeat: warmUp(candidate, effort.sampleMs),
    times: [] as number[],
  }));
  for (let sample = 0; sample < effort.samples; sample++) {
    for (const { candidate, repeat, times } of measured) times.push(timeOf(candidate, repeat));
  }
  const baseline = measured[0]?.times ?? [];
  const rows = measured.map(({ candidate, times }) => [
    candidate.name,
    duration(median(times)),
    ratio(median(times.map((time, at) => time / (baseline[at] ?? NaN)))),
    candidate.target === undefined ? '' : `≤ ${ratio(candidate.target)}`,
    `±${((spread(times) / 2) * 100).toFixed(0)} %`,
  ]);
  console.log(`\n${title}`);
  printAligned([['', 'median', 'ratio', 'target', 'spread'], ...rows]);
}

const WARM_UP_MS = 200;

const kept: { result?: unknown } = {};

/** Milliseconds of one run, over `repeat` runs: of this process's own time, so that other programs do not count. */
function timeOf({ run }: Candidate, repeat: number): number {
  const start = process.cpuUsage();
  for (let at = 0; at < repeat; at++) kept.result = run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / repeat;
}

/** Runs until the engine has compiled what it will compile. Gives how many runs make a sample. */
function warmUp(candidate: Candidate, sampleMs: number): number {
  let spentMs = 0;
  let repeat = 1;
  for (;;) {
    const runMs = timeOf(candidate, repeat);
    spentMs += runMs * repeat;
    if (spentMs > WARM_UP_MS) return Math.max(1, Math.round(sampleMs / runMs));
    repeat *= 2;
  }
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
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('   ')}`.trimEnd());
  }
}
