import { measure, type Candidate } from './compare.js';
import type { Effort } from './effort.js';
import { reportSizes } from './report-sizes.js';
import type { Measured } from './report.js';

/** A comparison that depends on the number of records. */
export interface SizedComparison {
  readonly title: string;
  /** The first candidate is the baseline. */
  readonly candidatesOf: (size: number) => readonly Candidate[];
  /** The maximum growth of a candidate with a target, from the smallest to the largest size. */
  readonly growthTarget?: number;
}

/** Measures a comparison at each size and reports. */
export async function measureSizes(comparison: SizedComparison, effort: Effort): Promise<void> {
  const { sizes, samples } = effort;
  // One size confirms the other.
  const each = { ...effort, samples: Math.ceil(samples / Math.min(2, sizes.length)) };
  const found = new Map<number, readonly Measured[]>();
  for (const size of sizes) found.set(size, await measure(comparison.candidatesOf(size), each));
  reportSizes(comparison, found);
}
