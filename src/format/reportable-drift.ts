import type { Drift } from '../core/records/drift.js';

/** Selects the drift to show to people. A rounded int64 is left out, because its exact digits are kept and shown. */
export function reportableDrift(drift: readonly Drift[]): readonly Drift[] {
  return drift.filter(({ kind, expected }) => kind !== 'rounded-integer' || !expected.startsWith('int64'));
}
