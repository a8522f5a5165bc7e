import type { Drift } from '../core/api/drift.js';

/** What is to be told of an answer's drift: not rounded integers, all digits of which are shown. */
export function driftToTell(drift: readonly Drift[]): readonly Drift[] {
  return drift.filter(({ path, kind }) => kind !== 'rounded-integer' || isNested(path));
}

/** Exact digits are kept for the members of a record only, also of one in a list. */
function isNested(path: string): boolean {
  return /[.[]/.test(path.replace(/^\[\d+\]\.?/, ''));
}
