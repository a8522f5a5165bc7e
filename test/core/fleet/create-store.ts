import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import { Commits } from '../../../src/core/store/commits.js';
import { EntityStore } from '../../../src/core/store/entity-store.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';

/** The fields of a record in a test: any value that a service may send. */
export type Facts = Readonly<Record<string, unknown>>;

export interface TestStore {
  readonly clock: ManualClock;
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  /** The ids with subscribers. */
  readonly observed: ReadonlySet<string>;
  /** The errors that subscribers threw. */
  readonly errors: unknown[];
  /** Commits a record as the answer to the youngest request. */
  confirm(id: string, facts: Facts): void;
}

/** A store of databases on a clock that stands still. The test must look at the errors that are reported to it. */
export function createStore(): TestStore {
  const errors: unknown[] = [];
  const clock = createManualClock();
  const commits = new Commits((error) => errors.push(error));
  let order = 0;
  const observed = new Set<string>();
  const databases = new EntityStore<Database>(commits);
  databases.onObserved((isObserved, id) => {
    if (id !== undefined) void (isObserved ? observed.add(id) : observed.delete(id));
  });
  onTestFinished(() => {
    commits.dispose();
    databases.dispose();
  });
  return {
    clock,
    commits,
    databases,
    observed,
    errors,
    confirm: (id, facts) => databases.confirm(id, ++order, recordOf(id, facts), clock.now()),
  };
}

/** A record with what matters to a test, and no more. */
export function recordOf(id: string, facts: Facts): Database {
  return { database_id: id, ...facts } as unknown as Database;
}
