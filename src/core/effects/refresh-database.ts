import type { Cancellation } from '../api/cancellation.js';
import type { Database } from '../api/database.js';
import type { Abortable } from '../api/on-abort.js';
import type { Priority } from '../polling/request-gate.js';
import { FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../state/entity-store.js';
import { abandoned, failed, missing, requested, type Entry } from '../state/entry.js';
import type { Answers } from './answers.js';
import { requestThroughGate, type SharedRequest } from './request-through-gate.js';
import type { EffectContext } from './effect-context.js';
import { hideSecrets } from './hide-secrets.js';
import { createSingleFlight, type SharedTicket } from './single-flight.js';

/**
 * Reads a database and commits the answer. Concurrent callers with the same id share one request.
 *
 * @param signal aborts this caller's wait. The request goes on while other callers wait for it.
 */
export type RefreshDatabase = (id: string, priority: Priority, signal?: Abortable) => Promise<Database>;

export function createRefreshDatabase(
  context: EffectContext,
  databases: EntityStore<Database>,
  answers: Answers<Database>,
): RefreshDatabase {
  const { operations, clock } = context;
  const requests = createSingleFlight<Database>('get-database', context.gate);

  async function read(id: string, order: number, left: Cancellation): Promise<Database> {
    const previous = answers.whole(id) ?? databases.peek(id).record;
    try {
      const answer = await operations().getDatabase(id, { signal: left, previous });
      const record = answers.split(id, answer);
      // A split answer is a new object, which shares no values with `previous`.
      const predecessor = record === answer ? previous : undefined;
      if (!left.aborted) databases.confirm(id, order, record, clock.now(), predecessor);
      return databases.peek(id).record ?? record;
    } catch (failure) {
      throw hideSecrets(failure, answers.secrets(id));
    }
  }

  function ask(id: string, priority: Priority, left: Cancellation): SharedTicket<Database> {
    databases.update(id, requested);
    // Synchronous: a new request for this id may start before the aborted one settles.
    left.onAbort(() => databases.update(id, abandoned));
    const call: SharedRequest<Database> = {
      key: id,
      facts: { operation: 'get-database', id },
      send: (order) => read(id, order, left),
      onFailure: (error, order) => databases.settle(id, order, (entry) => withFailure(entry, error)),
    };
    return requestThroughGate(context, call, priority, left);
  }

  return (id, priority, signal) => requests.request(id, priority, (first, left) => ask(id, first, left), signal);
}

/** The entry after its request failed. */
function withFailure<R>(entry: Entry<R>, error: unknown): Entry<R> {
  if (!(error instanceof FleetError)) return abandoned(entry);
  return error.code === 'not-found' ? missing(entry, error) : failed(entry, error);
}
