import * as fc from 'fast-check';

/** Returns one value of an arbitrary, the same in every run. */
export function sampleOf<T>(arbitrary: fc.Arbitrary<T>): T {
  const [sample] = fc.sample(arbitrary, { numRuns: 1, seed: 7 });
  if (sample === undefined) throw new Error('no sample');
  return sample;
}
