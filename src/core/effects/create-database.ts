import { Cancellation } from '../api/cancellation.js';
import { checkCreate } from '../api/check-create.js';
import type { CreateDatabaseRequest } from '../api/create-database.js';
import type { Database } from '../api/database.js';
import type { CreateDatabaseOptions } from '../api/management-client.js';
import { onAbort } from '../api/on-abort.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Answers } from './answers.js';
import type { EffectContext } from './effect-context.js';

/**
 * Creates a database, once, and commits its record. Gives the record as the store has it: without credentials. What is
 * wrong is refused at once, however long requests have to wait. A create that would wait too long is not sent.
 */
export type CreateDatabase = (request: CreateDatabaseRequest, options?: CreateDatabaseOptions) => Promise<Database>;

/** @param onCreated called within the commit, before anybody sees the record. */
export function createCreateDatabase(
  { operations, gate, clock, exchange, nextOrder }: EffectContext,
  databases: EntityStore<Database>,
  answers: Answers<Database>,
  commit: (change: () => void) => void,
  onCreated: (id: string) => void,
): CreateDatabase {
  return async (request, given) => {
    const { body, options } = checkCreate(request, given);
    const { signal } = options;
    const refusal = signal?.aborted ? undefined : gate.waitError('create-database');
    if (refusal !== undefined) throw refusal;
    const ticket = gate.request({
      // Each create is one of its own: no two share a request.
      key: `create ${nextOrder()}`,
      operation: 'create-database',
      priority: 'user',
      signal,
      send() {
        const order = nextOrder();
        const cancellation = new Cancellation();
        const forgetSignal = signal && onAbort(signal, () => cancellation.abort());
        // Those that wait with one signal hear of its end one by one, and the gate may send one that has not yet.
        if (signal?.aborted) cancellation.abort();
        const created = exchange({ operation: 'create-database' }, cancellation, async () => {
          const answer = await operations().createDatabase(body, { signal: cancellation });
          const id = answer.database_id;
          const record = answers.split(id, answer);
          commit(() => {
            onCreated(id);
            databases.confirm(id, order, record, clock.now());
          });
          return databases.peek(id).record ?? record;
        });
        return created.finally(forgetSignal);
      },
    });
    const endLimit = gate.limitWait(
      'create-database',
      () => ticket.isWaiting,
      (error) => ticket.reject(() => error),
    );
    return ticket.result.finally(endLimit);
  };
}
