import { atRest, isActive } from '../records/database-state.js';
import type { Database } from '../records/database.js';
import type { Interest, PollSource } from '../polling/poll-target.js';
import { credentialRefusals } from '../polling/verdict.js';
import type { Clock } from '../shared/clock.js';
import type { FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../store/entity-store.js';
import { abandoned, failed, hasSameRecord, missing, requested } from '../store/entry.js';
import { hideSecrets, type Answers } from './answers.js';
import { msSince, type CadenceFacts } from './polling-options.js';
import type { Effects } from './effects.js';

export interface RequestStart {
  /** The position of the request among all requests. */
  order: number;
  /** Unix milliseconds. */
  startedAt: number;
  /** The entry got a record that was read after the start: the answer is older and is dropped. */
  isSuperseded: boolean;
}

/** Reads single databases for the scheduler, and commits the answers and failures. */
export class DatabaseReads implements PollSource<Database> {
  readonly operation = 'get-database';
  /** By id: the request in flight, or the last request if it failed and no request is in flight. */
  readonly lastRequests = new Map<string, RequestStart>();
  /** By id: the callers that wait for credentials. The next read asks for them, and sets `isAnswered`. */
  readonly credentialWants = new Map<string, { callers: number; isAnswered: boolean }>();
  readonly #effects: Effects;
  readonly #databases: EntityStore<Database>;
  readonly #answers: Answers<Database>;
  readonly #recentChanges: ReturnType<typeof countChanges> | undefined;

  constructor(effects: Effects, databases: EntityStore<Database>, answers: Answers<Database>) {
    this.#effects = effects;
    this.#databases = databases;
    this.#answers = answers;
    if (effects.hasOwnCadence) this.#recentChanges = countChanges(databases, effects.clock);
  }

  has(key: string): boolean {
    return !key.startsWith('/');
  }

  facts(id: string, { waiting, observed, tracked }: Interest, now: number): CadenceFacts {
    const { record, status, changedAt } = this.#databases.peek(id);
    return {
      resource: 'database',
      hasRecord: record !== undefined,
      modifying: record !== undefined && !atRest(record),
      active: record !== undefined && isActive(record),
      missing: status === 'missing',
      waiting: waiting > 0,
      observed: observed > 0,
      tracked: tracked > 0,
      id,
      record,
      now,
      sinceChangeMs: msSince(changedAt, now),
      sinceAnswerMs: msSince(this.confirmedAt(id), now),
      recentChanges: this.#recentChanges?.(id, now) ?? 0,
    };
  }

  confirmedAt(id: string): number | undefined {
    const { status, error, confirmedAt } = this.#databases.peek(id);
    // The record of an earlier process is read again at once, however recent it is.
    return status === 'stale' && error === undefined ? undefined : confirmedAt;
  }

  poll(id: string, signal: AbortSignal, turn?: number): Promise<Database> {
    return this.#effects.report({ operation: 'get-database', id }, () => this.#read(id, signal, turn));
  }

  onFetching(id: string, isFetching: boolean): void {
    this.#databases.update(id, isFetching ? requested : abandoned);
  }

  onNotSent(id: string, error: FleetError): void {
    this.#commitFailure(id, error, this.#effects.orders.forChange());
  }

  /** @returns the record that the store has afterwards */
  async #read(id: string, signal: AbortSignal, turn?: number): Promise<Database> {
    const { orders, clock, operations } = this.#effects;
    const request = { order: orders.start(turn), startedAt: clock.now(), isSuperseded: false };
    const before = this.lastRequests.get(id);
    this.lastRequests.set(id, request);
    const previous = this.#answers.whole(id) ?? this.#databases.peek(id).record;
    const credentials = this.credentialWants.has(id) ? 'show' : 'hide';
    try {
      const answer = await operations.getDatabase(id, { signal, credentials, previous });
      this.lastRequests.delete(id);
      const want = credentials === 'show' ? this.credentialWants.get(id) : undefined;
      if (want) want.isAnswered = true;
      const { order, isSuperseded } = request;
      // A superseded answer still adds credentials that are not known yet: upserts may supersede every answer.
      const record = isSuperseded ? this.#answers.splitOlder(id, answer) : this.#answers.split(id, answer);
      // A split answer is a new object, which shares no values with `previous`.
      const predecessor = record === answer ? previous : undefined;
      if (!isSuperseded && !signal.aborted) this.#databases.confirm(id, order, record, clock.now(), predecessor);
      return this.#databases.peek(id).record ?? record;
    } catch (failure) {
      const error = hideSecrets(failure as FleetError, this.#answers.secrets(id));
      // The next poll shows whether the record can be read without credentials.
      const isOfCredentials = credentials === 'show' && error.code === 'forbidden';
      if (isOfCredentials) credentialRefusals.add(error);
      // The scheduler reads the id again at once, with the new credentials. A `waitFor` must not fail meanwhile.
      const isOutdated = this.#effects.isOutdated(operations, error);
      if (!signal.aborted && !isOutdated && !isOfCredentials) this.#commitFailure(id, error, request.order);
      throw error;
    } finally {
      if (signal.aborted && before !== undefined) this.lastRequests.set(id, before);
      else if (signal.aborted) this.lastRequests.delete(id);
      // The entry took neither an answer nor a failure, for example because its record is newer.
      else if (this.#databases.peek(id).fetching) this.#databases.update(id, abandoned);
    }
  }

  #commitFailure(id: string, error: FleetError, order: number): void {
    this.#databases.settle(id, order, (entry) =>
      error.code === 'not-found' ? missing(entry, error) : failed(entry, error),
    );
  }
}

const RECENT_MS = 86_400_000;

/** A database that changes all the time must not take more memory. */
const MAX_CHANGES = 32;

/** Counts the changes of each database. It takes memory, so it is done only for a cadence of the user. */
function countChanges(databases: EntityStore<Database>, clock: Clock): (id: string, now: number) => number {
  /** By id, oldest first. A database that never changed takes no memory. */
  const times = new Map<string, number[]>();
  databases.onChange((id, before, after) => {
    if (after.status === 'unknown') times.delete(id);
    // The first record of a database is no change. A database that is deleted, or comes back, has changed.
    else if (before.record !== undefined && !hasSameRecord(before, after))
      times.set(id, [...(times.get(id) ?? []), clock.now()].slice(-MAX_CHANGES));
  });
  return (id, now) => times.get(id)?.filter((at) => now - at < RECENT_MS).length ?? 0;
}
