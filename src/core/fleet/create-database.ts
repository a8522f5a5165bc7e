import { checkCreate } from '../client/check-create.js';
import type { CreateDatabaseOptions } from '../client/call-options.js';
import { sendCreate } from '../client/operations.js';
import type { PollSource } from '../polling/poll-target.js';
import type { CreateDatabaseRequest } from '../records/create-database.js';
import type { Database } from '../records/database.js';
import { splitCredentials } from '../records/split-credentials.js';
import { detailOf, endedError, FleetError } from '../shared/fleet-error.js';
import { deepFreeze } from '../store/deep-freeze.js';
import type { Fleet } from './fleet.js';
import { liveKernelOf, type Kernel } from './kernel.js';
import type { UnconfirmedCreate } from './storage.js';
import { addUnconfirmedCreate } from './unconfirmed-creates.js';

/**
 * Creates a database and adds its id. `fleet.databases.credentials(id)` has its credentials. The request is sent at most
 * once, and not if it would wait longer than `polling.queueTimeoutMs`.
 *
 * @returns the record without its credentials
 * @throws FleetError any code of `ManagementClient.createDatabase`, for example `invalid-request` or `outcome-unknown`;
 *   `rate-limited` with `retryAfterMs`, even if it was not sent; `storage`, with `status` if it was created; `disposed`
 * @example
 * ```ts
 * const { database_id } = await createDatabase(fleet, request);
 * ```
 * @see api.md, Create a database.
 */
export async function createDatabase(
  fleet: Fleet,
  request: CreateDatabaseRequest,
  options?: CreateDatabaseOptions,
): Promise<Database> {
  const kernel = liveKernelOf(fleet, 'createDatabase', 'create-database');
  const { body, signal } = checkCreate(request, options);
  return kernel.effects.scheduler.send('create-database', prepareCreate(kernel, body), signal);
}

function prepareCreate(kernel: Kernel, body: string): PollSource<Database>['poll'] {
  const { options, commits, databases, answers, known, effects, storage } = kernel;
  const { clock, orders } = effects;

  async function sendAndCommit(intent: UnconfirmedCreate, signal: AbortSignal, turn?: number) {
    const order = orders.start(turn);
    const answer = await sendCreate(effects.operations, body, signal).catch((error: unknown) => {
      // If the service may have created the database, the intent stays recorded.
      if (error instanceof FleetError && error.code === 'outcome-unknown')
        commits.commit(() => addUnconfirmedCreate(kernel, intent));
      else storage?.forgetCreate(intent.key);
      throw error;
    });
    const id = answer.database_id;
    const record = answers.database.split(id, answer);
    commits.commit(() => {
      known.add([id]);
      databases.confirm(id, order, record, clock.now());
      storage?.forgetCreate(intent.key);
    });
    return { id, record };
  }

  return async (requestKey, signal, turn) => {
    const startedAt = clock.now();
    // Unique among the creates of one millisecond, of this fleet and of others. The request's key begins with a slash.
    const key = `${startedAt.toString(36)}-${options.random().toString(36).slice(2, 12)}-${requestKey.slice(1)}`;
    const intent = deepFreeze({ key, request: withoutCredentials(body), startedAt });
    await storage?.recordCreate(intent, signal).catch(refuseUnrecorded);
    const send = () => sendAndCommit(intent, signal, turn);
    const { id, record } = await effects.report({ operation: 'create-database' }, send);
    await storage?.saveCreated(signal).catch((error: FleetError) => refuseUnsaved(id, error));
    return databases.peek(id).record ?? record;
  };
}

/** The request of a body. An undocumented field may be a credential, which must be neither stored nor shown. */
export function withoutCredentials(body: string): CreateDatabaseRequest {
  return splitCredentials(JSON.parse(body) as CreateDatabaseRequest).record;
}

function refuseUnrecorded(error: FleetError): never {
  if (error.code === 'aborted') throw endedError('aborted', 'create-database');
  throw new FleetError('storage', 'create-database', `not sent, because it could not be recorded. ${detailOf(error)}`);
}

function refuseUnsaved(id: string, error: FleetError): never {
  const message = `database ${id} was created, but its id may not be saved: do not create it again. ${detailOf(error)}`;
  throw new FleetError('storage', 'create-database', message, { status: 200 });
}
