import type { HealthKind } from './health.js';

/** What needs a person first, and then what does not. */
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

/** The place of a condition in a list that begins with what needs attention. */
export function attentionRank(kind: HealthKind): number {
  return ORDER.indexOf(kind);
}

/** The orders of the lists in a terminal. */
export const rowOrders = ['attention', 'use', 'name', 'age'] as const;

export type RowOrder = (typeof rowOrders)[number];
