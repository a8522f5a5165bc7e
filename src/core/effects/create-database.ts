import { checkCreate } from '../api/check-create.js';
import type { CreateDatabaseRequest } from '../api/create-database.js';
import type { Database } from '../api/database.js';
import type { CreateDatabaseOptions } from '../api/management-client.js';
import type { EntityStore } from '../state/entity-store.js';
import { splitCredentials } from '../api/split-credentials.js';
import { deepFreeze } from '../state/deep-freeze.js';
import type { Answers } from './answers.js';
import { detailOf, FleetError } from '../shared/fleet-error.js';
import type { EffectContext } from './effect-context.js';
import type { UnconfirmedCreate, UnconfirmedCreates } from './unconfirmed-creates.js';

/**
 * Creates a database with one request and commits its record. Resolves with the record of the store, which contains no
 * credentials. An invalid request rejects at once.
 */
export type CreateDatabase = (request: CreateDatabaseRequest, options?: CreateDatabaseOptions) => Promise<Database>;

/** The parts of a fleet that a create uses. */
export interface CreateDatabaseParts {
  readonly databases: EntityStore<Database>;
  readonly answers: Answers<Database>;
  readonly unconfirmed: UnconfirmedCreates;
  readonly commit: (change: () => void) => void;
  readonly random: () => number;
  /** Adds the id. Called inside the commit, before any subscriber sees the record. */
  readonly add: (id: string) => void;
  /** Records what must survive a crash. Absent in a fleet without a store. */
  readonly log: CreateLog | undefined;
}

/** Records creates durably, so that a crash loses no database. */
export interface CreateLog {
  /** When it resolves, the intent of the create is durable. @throws FleetError `storage` */
  recordCreate(create: UnconfirmedCreate): Promise<void>;
  /** Deletes the intent with the next save. */
  forgetCreate(key: string): void;
  /** Saves all changes. @throws FleetError `storage` */
  flush(): Promise<void>;
}

export function createCreateDatabase(
  { operations, scheduler, clock, reportRequest, nextOrder }: EffectContext,
  { databases, answers, unconfirmed, commit, random, add, log }: CreateDatabaseParts,
): CreateDatabase {
  async function create(body: string, signal: AbortSignal): Promise<Database> {
    const intent = createIntent(body, clock.now(), random());
    if (log !== undefined) await log.recordCreate(intent).catch(refuseUnrecorded);
    const order = nextOrder();
    const answer = await operations()
      .createDatabase(body, { signal })
      .catch((error: unknown) => {
        // The intent stays recorded exactly if the database may exist.
        if (error instanceof FleetError && error.code === 'outcome-unknown') commit(() => unconfirmed.add([intent]));
        else log?.forgetCreate(intent.key);
        throw error;
      });
    const id = answer.database_id;
    const record = answers.split(id, answer);
    commit(() => {
      add(id);
      databases.confirm(id, order, record, clock.now());
      log?.forgetCreate(intent.key);
    });
    if (log !== undefined) await log.flush().catch((error: FleetError) => refuseUnsaved(id, error));
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

/** The key is unique: two creates of one millisecond differ in their random part. */
function createIntent(body: string, startedAt: number, random: number): UnconfirmedCreate {
  const { record: request } = splitCredentials(JSON.parse(body) as CreateDatabaseRequest);
  return deepFreeze({ key: `${startedAt.toString(36)}-${random.toString(36).slice(2, 12)}`, request, startedAt });
}

function refuseUnrecorded(error: FleetError): never {
  throw new FleetError('storage', 'create-database', `not sent, because it could not be recorded. ${detailOf(error)}`);
}

function refuseUnsaved(id: string, error: FleetError): never {
  const message = `database ${id} was created, but its id is not saved: do not create it again. ${detailOf(error)}`;
  throw new FleetError('storage', 'create-database', message);
}
