import type { Drift } from '../core/records/drift.js';

/** Selects the drift to show to people. Rounded integers are left out where the exact integer is shown. */
export function reportableDrift(drift: readonly Drift[]): readonly Drift[] {
  return drift.filter(({ path, kind }) => kind !== 'rounded-integer' || isNested(path));
}

/** Exact digits are kept for top-level fields of a record only. */
function isNested(path: string): boolean {
  return /[.[]/.test(path.replace(/^\[\d+\]\.?/, ''));
}
