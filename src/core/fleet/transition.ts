import { readState } from '../records/database-state.js';
import type { Database } from '../records/database.js';
import type { Entry } from '../store/entry.js';

/** The fields whose changes are transitions, in the order in which the transitions of one response are emitted. */
export const transitionFields = ['state', 'modifying_state'] as const;

export type TransitionField = (typeof transitionFields)[number];

/**
 * A change of `state` or `modifying_state` between two consecutive records of a database.
 *
 * api.md documents neither the possible changes nor the values of `modifying_state`, so every change is reported. A state
 * that begins and ends between two polls is not seen.
 *
 * @see api.md, States and transitions.
 */
export interface Transition {
  /** Sequence number in the fleet: starts at 1 and has no gaps. */
  readonly sequence: number;
  readonly resource: 'database';
  /** Id of the database. */
  readonly id: string;
  readonly field: TransitionField;
  /** The old value; `undefined` if it was empty, `null` or absent. For `modifying_state`, `undefined` means at rest. */
  readonly from: string | undefined;
  /** The new value; `undefined` as in `from`. */
  readonly to: string | undefined;
  /** When the newer record was confirmed, Unix milliseconds. The change itself happened earlier. */
  readonly at: number;
  /** The newer record. */
  readonly record: Database;
}

/** The transitions between two entries, if both have a confirmed record. A `missing` database keeps its record. */
export function transitionsBetween(
  before: Entry<Database>,
  after: Entry<Database>,
): readonly Omit<Transition, 'sequence'>[] {
  const { id, record, confirmedAt: at } = after;
  const old = before.record;
  // Fast paths: most new entries have the same record, and most new records the same states.
  if (old === record || !old || !record || before.confirmedAt === undefined || at === undefined) return NONE;
  if (transitionFields.every((field) => old[field] === record[field])) return NONE;
  return transitionFields.flatMap((field) => {
    const [from, to] = [readState(old, field), readState(record, field)];
    return from === to ? [] : [{ resource: 'database', id, field, from, to, at, record } as const];
  });
}

const NONE: readonly never[] = [];
