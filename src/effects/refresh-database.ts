import type { Observable } from 'rxjs';
import type { Database } from '../api/database.js';
import type { Priority, Ticket } from '../polling/request-gate.js';
import { FleetError } from '../shared/fleet-error.js';
import type { EntityStore } from '../state/entity-store.js';
import { abandoned, failed, missing, requested, type Entry } from '../state/entry.js';
import type { Answers } from './answers.js';
import type { EffectContext } from './effect-context.js';
import { createSharedRequests } from './shared-requests.js';

/**
 * Reads a database and commits the answer. Whoever asks for the same id meanwhile shares the request; it is cancelled
 * when nobody is left. To be subscribed to at once.
 */
export type RefreshDatabase = (id: string, priority: Priority) => Observable<Database>;

export function createRefreshDatabase(
  { client, gate, clock, exchange, nextOrder }: EffectContext,
  databases: EntityStore<Database>,
  answers: Answers<Database>,
): RefreshDatabase {
  const requests = createSharedRequests<Database>();

  function ask(id: string, priority: Priority, cancel: AbortSignal): Ticket<Database> {
    let order: number | undefined;
    databases.update(id, requested);
    const ticket = gate.request({
      key: id,
      operation: 'get-database',
      priority,
      signal: cancel,
      async send(signal) {
        order = nextOrder();
        const previous = answers.whole(id) ?? databases.peek(id).record;
        const answer = await exchange({ operation: 'get-database', id }, signal, (signal) =>
          client().getDatabase(id, { signal, ...(previous && { previous }) }),
        );
        const record = answers.split(id, answer);
        databases.confirm(id, order, record, clock.now());
        return databases.peek(id).record ?? record;
      },
    });
    const result = ticket.result.catch((error: unknown) => {
      databases.settle(id, order ?? nextOrder(), (entry) => withFailure(entry, error));
      databases.update(id, abandoned);
      throw error;
    });
    return { result, promote: (raised) => ticket.promote(raised) };
  }

  return (id, priority) => requests.request(id, priority, (first, signal) => ask(id, first, signal));
}

/** What an entry becomes when its request failed. */
function withFailure<R>(entry: Entry<R>, error: unknown): Entry<R> {
  if (!(error instanceof FleetError) || error.code === 'aborted') return abandoned(entry);
  return error.code === 'not-found' ? missing(entry, error) : failed(entry, error);
}
