import type { Health, HealthKind } from './health.js';

/** The kinds that need a person, the most urgent first, and then those that do not. */
const ORDER: readonly HealthKind[] = [
  'missing',
  'silent',
  'refused',
  'beyond',
  'near',
  'filling',
  'inactive',
  'changing',
  'healthy',
  'loading',
];

export interface AttentionFacts {
  readonly health: Health;
  /** The largest used share of a limit. */
  readonly ratio: number | undefined;
}

/** Compares by what needs a person first, then by the larger use. For sorting. */
export function compareAttention(a: AttentionFacts, b: AttentionFacts): number {
  return rankOf(a) - rankOf(b) || (b.ratio ?? -1) - (a.ratio ?? -1) || 0;
}

function rankOf({ health }: AttentionFacts): number {
  return ORDER.indexOf(health.kind);
}
