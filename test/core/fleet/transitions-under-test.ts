import { onTestFinished } from 'vitest';
import { TransitionLog } from '../../../src/core/fleet/transition-log.js';
import { LoggedTransitions, type Transitions } from '../../../src/core/fleet/transitions.js';
import type { Database } from '../../../src/core/records/database.js';
import { Commits } from '../../../src/core/store/commits.js';
import { EntityStore } from '../../../src/core/store/entity-store.js';
import { createManualClock } from '../../support/manual-clock.js';

/** The fields of a record in a test: any value that a service may send. */
export type Facts = Readonly<Record<string, unknown>>;

export type TransitionsUnderTest = ReturnType<typeof setUp>;

/** The transitions of a store whose clock stands still, of which `retain` are kept. */
export function setUp(retain?: number) {
  const errors: unknown[] = [];
  const clock = createManualClock();
  const commits = new Commits((error) => errors.push(error));
  const databases = new EntityStore<Database>(commits);
  const log = new TransitionLog(commits, databases, retain);
  const stream = new LoggedTransitions({ commits, transitions: log });
  let order = 0;
  /** Commits a record as the answer to the youngest request. */
  const confirm = (id: string, facts: Facts): void => databases.confirm(id, ++order, recordOf(id, facts), clock.now());
  /** As the end of a fleet does. */
  const dispose = (): void => {
    commits.dispose();
    log.dispose();
    databases.dispose();
  };
  onTestFinished(dispose);
  return {
    clock,
    commits,
    databases,
    log,
    stream,
    recent: (...options: Parameters<Transitions['recent']>) => stream.recent(...options),
    /** The errors that subscribers threw. */
    errors,
    confirm,
    /** Commits records with these states, one after the other. */
    follow: (id: string, ...states: readonly string[]) => states.forEach((state) => confirm(id, { state })),
    dispose,
  };
}

/** A record with what matters to a test, and no more. */
export function recordOf(id: string, facts: Facts): Database {
  return { database_id: id, ...facts } as unknown as Database;
}
