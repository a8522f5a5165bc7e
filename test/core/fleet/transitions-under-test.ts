import { onTestFinished } from 'vitest';
import { TransitionLog } from '../../../src/core/fleet/transition-log.js';
import { createTransitions, type Transitions } from '../../../src/core/fleet/transitions.js';
import type { Database } from '../../../src/core/records/database.js';
import { Commits } from '../../../src/core/store/commits.js';
import { EntityStore } from '../../../src/core/store/entity-store.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';

/** The fields of a record in a test: any value that a service may send. */
export type Facts = Readonly<Record<string, unknown>>;

export interface TransitionsUnderTest {
  readonly clock: ManualClock;
  readonly commits: Commits;
  readonly databases: EntityStore<Database>;
  readonly log: TransitionLog;
  readonly stream: Transitions;
  readonly recent: Transitions['recent'];
  /** The errors that subscribers threw. */
  readonly errors: unknown[];
  /** Commits a record as the answer to the youngest request. */
  confirm(id: string, facts: Facts): void;
  /** Commits records with these states, one after the other. */
  follow(id: string, ...states: readonly string[]): void;
  /** As the end of a fleet does. */
  dispose(): void;
}

/** The transitions of a store whose clock stands still, of which `retain` are kept. */
export function setUp(retain?: number): TransitionsUnderTest {
  const errors: unknown[] = [];
  const clock = createManualClock();
  const commits = new Commits((error) => errors.push(error));
  const databases = new EntityStore<Database>(commits);
  const log = new TransitionLog(commits, databases, retain);
  const stream = createTransitions({ commits, transitions: log });
  let order = 0;
  const confirm = (id: string, facts: Facts): void => databases.confirm(id, ++order, recordOf(id, facts), clock.now());
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
    recent: (options) => stream.recent(options),
    errors,
    confirm,
    follow: (id, ...states) => states.forEach((state) => confirm(id, { state })),
    dispose,
  };
}

/** A record with what matters to a test, and no more. */
export function recordOf(id: string, facts: Facts): Database {
  return { database_id: id, ...facts } as unknown as Database;
}
