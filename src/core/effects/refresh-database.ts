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
 * Reads a database and commits the answer. Whoever asks for the same id meanwhile shares the request; it is cancelled
 * when nobody is left.
 *
 * @param signal has who asks leave.
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
      // What was split is another object than the one that shares with `previous`.
      const predecessor = record === answer ? previous : undefined;
      if (!left.aborted) databases.confirm(id, order, record, clock.now(), predecessor);
      return databases.peek(id).record ?? record;
    } catch (failure) {
      throw hideSecrets(failure, answers.secrets(id));
    }
  }

  function ask(id: string, priority: Priority, left: Cancellation): SharedTicket<Database> {
    databases.update(id, requested);
    // At once: somebody may ask anew before the end of this one is heard of.
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

/** What an entry becomes when its request failed. */
function withFailure<R>(entry: Entry<R>, error: unknown): Entry<R> {
  if (!(error instanceof FleetError)) return abandoned(entry);
  return error.code === 'not-found' ? missing(entry, error) : failed(entry, error);
}
