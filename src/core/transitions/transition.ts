import type { Database } from '../api/database.js';

/** The fields whose changes are transitions, in the order in which those of one answer are told. */
export const transitionFields = ['state', 'modifying_state'] as const;

/** A field whose changes are transitions. */
export type TransitionField = (typeof transitionFields)[number];

/**
 * A change of `state` or `modifying_state` between two records that the service confirmed, one after the other.
 *
 * api.md shows neither which changes are possible nor the values of `modifying_state`: any change is told, with any
 * value. Of what came and went between two polls nobody can know.
 *
 * @example
 * ```ts
 * fleet.transitions.subscribe(({ id, field, from, to }) => console.log(`${id}: ${field} ${from} -> ${to}`));
 * ```
 * @see api.md, States and transitions.
 */
export interface Transition {
  /** Counts the transitions of a fleet, from 1, without a hole. */
  readonly sequence: number;
  readonly resource: 'database';
  readonly id: string;
  readonly field: TransitionField;
  /** What it was. `undefined` where the field was empty, `null` or absent: for `modifying_state` that is at rest. */
  readonly from: string | undefined;
  /** What it is, in the same way. */
  readonly to: string | undefined;
  /** When the newer record was confirmed, Unix milliseconds. The change itself was between the two records. */
  readonly at: number;
  /** The newer record. */
  readonly record: Database;
}
