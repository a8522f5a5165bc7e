import { atRest, isActive } from '../records/database-state.js';
import type { Database } from '../records/database.js';
import type { PollFacts } from '../polling/poll-target.js';
import type { PollGroup } from '../polling/scheduler.js';
import { isRefused, verdictOf } from '../polling/verdict.js';
import { FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../store/entity-store.js';
import { abandoned, failed, missing, requested, type Entry } from '../store/entry.js';
import { hideSecrets, type Answers } from './answers.js';
import type { EffectContext } from './effect-context.js';

/** The start of a request. */
export interface RequestStart {
  /** The position of the request among all requests. */
  order: number;
  /** Unix milliseconds. */
  startedAt: number;
  /** The entry got a record that was read after the start of the request: the answer is older and is dropped. */
  isSuperseded: boolean;
}

/** By id, the start of the request in flight or, without one, of the last request if that failed. */
export type LastRequests = Map<string, RequestStart>;

/** The callers who wait for the credentials of a database. */
export interface CredentialWant {
  callers: number;
  /** A read has stored the credentials. */
  isAnswered: boolean;
}

/** The polls of all databases. */
export interface DatabasePolls extends PollGroup<Database> {
  readonly lastRequests: LastRequests;
  /** By id. The next read of an id in it asks for credentials; by default no read does. */
  readonly credentialWants: Map<string, CredentialWant>;
}

/**
 * Makes the databases known to the scheduler. Each request reads one database and commits the answer.
 *
 * @param onLeft called with ids that have lost their last interest
 */
export function createDatabasePolls(
  { operations, clock, scheduler, orders, reportRequest }: EffectContext,
  databases: EntityStore<Database>,
  answers: Answers<Database>,
  onLeft: (ids: readonly string[]) => void,
): DatabasePolls {
  const lastRequests: LastRequests = new Map();
  const credentialWants = new Map<string, CredentialWant>();

  async function read(id: string, signal: AbortSignal, turn?: number): Promise<Database> {
    const request = { order: orders.start(turn), startedAt: clock.now(), isSuperseded: false };
    const before = lastRequests.get(id);
    lastRequests.set(id, request);
    const previous = answers.whole(id) ?? databases.peek(id).record;
    const used = operations();
    try {
      const credentials = credentialWants.has(id) ? 'show' : 'hide';
      const answer = await used.getDatabase(id, { signal, credentials, previous });
      lastRequests.delete(id);
      const want = credentials === 'show' ? credentialWants.get(id) : undefined;
      if (want) want.isAnswered = true;
      // Its credentials count where the newer record has none: upserts may replace each answer.
      if (request.isSuperseded) {
        const older = answers.splitOlder(id, answer);
        return databases.peek(id).record ?? older;
      }
      const record = answers.split(id, answer);
      // A split answer is a new object, which shares no values with `previous`.
      const predecessor = record === answer ? previous : undefined;
      if (!signal.aborted) databases.confirm(id, request.order, record, clock.now(), predecessor);
      return databases.peek(id).record ?? record;
    } catch (failure) {
      const error = hideSecrets(failure, answers.secrets(id));
      // The scheduler reads the id again at once, with the new credentials. A `waitFor` must not fail meanwhile.
      const isOutdated = used !== operations() && isRefused(verdictOf(error));
      if (!signal.aborted && isOutdated) databases.update(id, abandoned);
      else if (!signal.aborted) commitFailure(id, error, request.order);
      throw error;
    } finally {
      if (signal.aborted && before !== undefined) lastRequests.set(id, before);
      else if (signal.aborted) lastRequests.delete(id);
      // The answer was dropped, because the entry has a newer record.
      else if (databases.peek(id).fetching) databases.update(id, abandoned);
    }
  }

  function commitFailure(id: string, error: unknown, order: number): void {
    databases.settle(id, order, (entry) => withFailure(entry, error));
  }

  const group = scheduler.register<Database>({
    resource: 'database',
    isCounted: true,
    has: (key) => !key.startsWith('/'),
    operation: 'get-database',
    facts: (id) => databaseFacts(databases.peek(id)),
    poll: (id, signal, turn) => reportRequest({ operation: 'get-database', id }, () => read(id, signal, turn)),
    onRequested: (id) => databases.update(id, requested),
    onCancelled: (id) => databases.update(id, abandoned),
    onNotSent: (id, error) => commitFailure(id, error, orders.now()),
    onLeft,
  });
  return { ...group, lastRequests, credentialWants };
}

/** The entry after its request failed. */
function withFailure<R>(entry: Entry<R>, error: unknown): Entry<R> {
  if (!(error instanceof FleetError)) return abandoned(entry);
  return error.code === 'not-found' ? missing(entry, error) : failed(entry, error);
}

/** The facts of a database that its cadence depends on. */
function databaseFacts({ record, status, error, confirmedAt }: Entry<Database>): PollFacts {
  // The record of an earlier process is read again at once, however recent it is.
  const isRestored = status === 'stale' && error === undefined;
  return {
    hasRecord: record !== undefined,
    modifying: record !== undefined && !atRest(record),
    active: record !== undefined && isActive(record),
    missing: status === 'missing',
    confirmedAt: isRestored ? undefined : confirmedAt,
  };
}
