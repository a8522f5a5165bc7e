import { checkCreate } from '../api/check-create.js';
import type { CreateDatabaseRequest } from '../api/create-database.js';
import type { Database } from '../api/database.js';
import type { CreateDatabaseOptions } from '../api/management-client.js';
import type { EntityStore } from '../state/entity-store.js';
import { splitCredentials } from '../api/split-credentials.js';
import { deepFreeze } from '../state/deep-freeze.js';
import type { Answers } from './answers.js';
import { endedError } from '../shared/ended-error.js';
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
  /** When it resolves, the intent of the create is durable. @throws FleetError `storage`; `aborted` */
  recordCreate(create: UnconfirmedCreate, signal?: AbortSignal): Promise<void>;
  /** Deletes the intent with the next save. */
  forgetCreate(key: string): void;
  /** When it resolves, the id of the create is durable. @throws FleetError `storage`; `aborted` */
  saveCreated(signal: AbortSignal): Promise<void>;
}

export function createCreateDatabase(
  { operations, scheduler, clock, reportRequest, orders }: EffectContext,
  { databases, answers, unconfirmed, commit, random, add, log }: CreateDatabaseParts,
): CreateDatabase {
  let intents = 0;

  async function create(body: string, signal: AbortSignal, turn?: number): Promise<Database> {
    intents += 1;
    const intent = createIntent(body, clock.now(), `${random().toString(36).slice(2, 12)}-${intents.toString(36)}`);
    await log?.recordCreate(intent, signal).catch(refuseUnrecorded);
    const order = orders.start(turn);
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
    await log?.saveCreated(signal).catch((error: FleetError) => refuseUnsaved(id, error));
    return databases.peek(id).record ?? record;
  }

  return async (request, given) => {
    const { body, options } = checkCreate(request, given);
    return scheduler.send(
      'create-database',
      (signal, turn) => reportRequest({ operation: 'create-database' }, () => create(body, signal, turn)),
      options.signal,
    );
  };
}

/** @param suffix makes the key unique among the creates of one millisecond, of this fleet and of others. */
function createIntent(body: string, startedAt: number, suffix: string): UnconfirmedCreate {
  const { record: request } = splitCredentials(JSON.parse(body) as CreateDatabaseRequest);
  return deepFreeze({ key: `${startedAt.toString(36)}-${suffix}`, request, startedAt });
}

function refuseUnrecorded(error: FleetError): never {
  if (error.code === 'aborted') throw endedError('aborted', 'create-database');
  throw new FleetError('storage', 'create-database', `not sent, because it could not be recorded. ${detailOf(error)}`);
}

function refuseUnsaved(id: string, error: FleetError): never {
  const message = `database ${id} was created, but its id is not saved: do not create it again. ${detailOf(error)}`;
  throw new FleetError('storage', 'create-database', message);
}
