import { shuffler } from 'd3-array';
import { createSeededRandom } from '../../support/seeded-random.js';
import type { Effort } from './effort.js';
import { report, type Measured } from './tables.js';

export interface Candidate {
  readonly name: string;
  /** Sets up once, before all runs. Not measured. */
  readonly setUp?: () => unknown;
  /** Prepares the given number of runs. Not measured. */
  readonly prepare?: (runs: number) => void;
  /** Does the work once. The harness keeps the result, so that no engine skips the work, and awaits a promise. */
  readonly run: () => unknown;
  readonly tearDown?: () => unknown;
  /** At most this many times the baseline; printed beside the ratio. Nothing fails because of it. */
  readonly target?: number;
  readonly remark?: string;
}

/** Measures candidates and prints their table. The first candidate is the baseline. */
export async function compare(title: string, candidates: readonly Candidate[], effort: Effort): Promise<void> {
  report(title, await measure(candidates, effort));
}

/**
 * Measures candidates, the first of which is the baseline. The samples alternate, in another order each time, so that
 * other load on the machine and leftovers of the previous candidate affect all candidates equally.
 */
export async function measure(candidates: readonly Candidate[], effort: Effort): Promise<readonly Measured[]> {
  const entrants = candidates.map((candidate) => new Entrant(candidate, effort));
  for (const entrant of entrants) await entrant.warmUp();
  const shuffle = shuffler(createSeededRandom(1));
  for (let sample = 0; sample < effort.samples; sample++) {
    for (const entrant of shuffle([...entrants])) await entrant.sample();
  }
  for (const { candidate } of entrants) await candidate.tearDown?.();
  return entrants.map(({ candidate: { name, target, remark }, times }) => ({ name, values: times, target, remark }));
}

const kept: { result?: unknown } = {};

class Entrant {
  readonly candidate: Candidate;
  /** The duration of one run in each sample, milliseconds. */
  readonly times: number[] = [];
  readonly #effort: Effort;
  #repeat = 1;

  constructor(candidate: Candidate, effort: Effort) {
    this.candidate = candidate;
    this.#effort = effort;
  }

  /** Runs until the engine has compiled the code, and computes the number of runs per sample. */
  async warmUp(): Promise<void> {
    const { sampleMs, warmUpMs } = this.#effort;
    await this.candidate.setUp?.();
    for (let spentMs = 0, runs = 1; ; runs *= 2) {
      const runMs = await this.#timeOf(runs);
      spentMs += runMs * runs;
      this.#repeat = Math.max(1, Math.round(sampleMs / runMs));
      if (spentMs > warmUpMs) return;
    }
  }

  async sample(): Promise<void> {
    // The processor's caches still hold the data of the previous candidate.
    if (this.#repeat > 10) await this.#timeOf(Math.ceil(this.#repeat / 10));
    this.times.push(await this.#timeOf(this.#repeat));
  }

  /** The duration of one run, milliseconds of processor time, so that other programs do not count. */
  async #timeOf(runs: number): Promise<number> {
    this.candidate.prepare?.(runs);
    const start = process.cpuUsage();
    const first = (kept.result = this.candidate.run());
    if (first instanceof Promise) await runInTurn(this.candidate, first, runs - 1);
    else runAll(this.candidate, runs - 1);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / runs;
  }
}

function runAll({ run }: Candidate, runs: number): void {
  for (let at = 0; at < runs; at++) kept.result = run();
}

async function runInTurn({ run }: Candidate, first: Promise<unknown>, runs: number): Promise<void> {
  await first;
  for (let at = 0; at < runs; at++) kept.result = await run();
}
