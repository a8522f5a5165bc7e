import type { CreateDatabaseRequest } from '../../../core/api/create-database.js';
import { identifierProblem } from '../../../core/api/identifier.js';
import type { Fetch } from '../../../core/api/transport.js';

/** The ids of databases that stay on this machine after the dashboard ends. */
export interface KeptIds {
  readonly ids: readonly string[];
  /** Resolves when the change is durable. @throws FleetError `storage` */
  add(ids: readonly string[]): Promise<void>;
  /** Resolves when the change is durable. @throws FleetError `storage` */
  remove(ids: readonly string[]): Promise<void>;
  /** Records that a create is about to be sent. @throws FleetError `storage` */
  recordCreate(request: CreateDatabaseRequest): Promise<RecordedCreate>;
}

/** A create whose outcome is not known yet. If neither function is called, it stays unconfirmed. */
export interface RecordedCreate {
  /** Keeps the id of the new database. @throws FleetError `storage` */
  succeed(id: string): Promise<void>;
  /** Forgets the create: no database was created. */
  fail(): void;
}

/** A status for which the client reports the words of the answer, and that no create was sent. */
const NOT_SENT = 409;

/** The service may have begun to work when it gave up waiting. */
const REQUEST_TIMEOUT = 408;

/**
 * Wraps `fetch` to record each create before it is sent, and the id before the page gets it. A create that cannot be
 * recorded is not sent.
 */
export function recordCreates(kept: KeptIds, send: Fetch = fetch): Fetch {
  return async (url, init) => {
    if (init?.method !== 'POST') return send(url, init);
    const create = await kept
      .recordCreate(JSON.parse(init.body as string) as CreateDatabaseRequest)
      .catch(() => undefined);
    if (create === undefined)
      return Response.json({ error: 'not sent, because its id cannot be kept on this machine' }, { status: NOT_SENT });
    const answer = await send(url, init);
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== REQUEST_TIMEOUT;
    if (isRefused) create.fail();
    const id = answer.status === 200 ? await idOf(answer.clone()) : undefined;
    // The database exists, and the command prints its id.
    if (id !== undefined) await create.succeed(id).catch(() => {});
    return answer;
  };
}

async function idOf(answer: Response): Promise<string | undefined> {
  const record = (await answer.json().catch(() => undefined)) as { readonly database_id?: unknown } | undefined;
  const id = record?.database_id;
  return typeof id === 'string' && identifierProblem(id) === undefined ? id : undefined;
}
