import type { Database } from '../api/database.js';
import type { Entry } from '../state/entry.js';
import { readState } from '../api/database-state.js';
import { transitionFields, type Transition } from './transition.js';

/**
 * Returns the transitions between two entries. There are none if one of the entries has no confirmed record. A `missing`
 * database keeps its record, so its return in another state is a transition.
 */
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
