import { readState } from '../records/database-state.js';
import type { Database } from '../records/database.js';
import type { Commits } from '../store/commits.js';
import type { EntityStore } from '../store/entity-store.js';
import type { Entry } from '../store/entry.js';
import { Events } from '../store/events.js';
import { createSource, type Source } from '../store/source.js';

/** The fields whose changes are transitions, in the order in which the transitions of one answer are emitted. */
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

export const KEPT_TRANSITIONS = 1000;

/**
 * Records the transitions of all databases since the fleet began. It keeps the last `KEPT_TRANSITIONS`, and emits each
 * new transition. Functions in other modules read and restore the log, so that a page without them does not load their
 * code.
 */
export class TransitionLog {
  readonly events: Events<Transition>;
  /** Emits `latest`. */
  readonly source: Source<number>;
  /** Oldest first. The sequence numbers have no gap. */
  kept: Transition[] = [];
  /** The sequence number of the last transition; 0 before the first. */
  latest = 0;

  constructor(commits: Commits, databases: EntityStore<Database>) {
    this.events = new Events(commits);
    this.source = createSource(commits, () => this.latest);
    databases.onChange((_, before, after) => this.addBetween(before, after));
  }

  /** Adds the transitions between two entries, if both have a confirmed record. A `missing` database keeps its record. */
  addBetween({ record: old, confirmedAt }: Entry<Database>, { id, record, confirmedAt: at }: Entry<Database>): void {
    // Most new entries have the same record, and most new records the same states.
    if (old === record || !old || !record || confirmedAt === undefined || at === undefined) return;
    for (const field of transitionFields) {
      if (old[field] === record[field]) continue;
      const from = readState(old, field);
      const to = readState(record, field);
      if (from === to) continue;
      this.latest += 1;
      const transition: Transition = { sequence: this.latest, resource: 'database', id, field, from, to, at, record };
      this.kept.push(Object.freeze(transition));
      if (this.kept.length > KEPT_TRANSITIONS) this.kept.shift();
      this.events.emit(transition);
      this.source.changed();
    }
  }
}
