import type { Database } from '../api/database.js';
import type { Entry } from '../state/entry.js';
import { readState } from './read-state.js';
import { transitionFields, type Transition } from './transition.js';

/**
 * Says what changed from one entry to the next. Nothing did where one of them has no record, or an unconfirmed one;
 * what is known of a missing database is kept, so that one that comes back in another state made a transition.
 */
export function transitionsBetween(
  before: Entry<Database>,
  after: Entry<Database>,
): readonly Omit<Transition, 'sequence'>[] {
  const { id, record, confirmedAt: at } = after;
  const old = before.record;
  // Most changes of an entry leave its record alone, and most changes of a record these fields.
  if (old === record || !old || !record || before.confirmedAt === undefined || at === undefined) return NONE;
  if (transitionFields.every((field) => old[field] === record[field])) return NONE;
  return transitionFields.flatMap((field) => {
    const [from, to] = [readState(old, field), readState(record, field)];
    return from === to ? [] : [{ resource: 'database', id, field, from, to, at, record } as const];
  });
}

const NONE: readonly never[] = [];
