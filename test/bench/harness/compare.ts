import { report } from './report.js';

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
 * Measures the candidates and reports. The samples alternate, so that whatever else the machine does meets all
 * candidates alike.
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
  report(
    title,
    measured.map(({ candidate: { name, target }, times }) => ({ name, target, times })),
  );
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
