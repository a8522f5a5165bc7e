import { checkCreate } from '../api/check-create.js';
import type { CreateDatabaseRequest } from '../api/create-database.js';
import type { Database } from '../api/database.js';
import type { CreateDatabaseOptions } from '../api/management-client.js';
import type { EntityStore } from '../state/entity-store.js';
import type { Answers } from './answers.js';
import type { EffectContext } from './effect-context.js';

/**
 * Creates a database with one request and commits its record. Resolves with the record of the store, which contains no
 * credentials. An invalid request rejects at once.
 */
export type CreateDatabase = (request: CreateDatabaseRequest, options?: CreateDatabaseOptions) => Promise<Database>;

/** @param onCreated called inside the commit, before any subscriber sees the record. */
export function createCreateDatabase(
  { operations, scheduler, clock, reportRequest, nextOrder }: EffectContext,
  databases: EntityStore<Database>,
  answers: Answers<Database>,
  commit: (change: () => void) => void,
  onCreated: (id: string) => void,
): CreateDatabase {
  async function create(body: string, signal: AbortSignal): Promise<Database> {
    const order = nextOrder();
    const answer = await operations().createDatabase(body, { signal });
    const id = answer.database_id;
    const record = answers.split(id, answer);
    commit(() => {
      onCreated(id);
      databases.confirm(id, order, record, clock.now());
    });
    return databases.peek(id).record ?? record;
  }

  return async (request, given) => {
    const { body, options } = checkCreate(request, given);
    return scheduler.send(
      'create-database',
      (signal) => reportRequest({ operation: 'create-database' }, () => create(body, signal)),
      options.signal,
    );
  };
}
