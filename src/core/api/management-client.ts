import type { Clock } from '../shared/clock.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import type { AnswerTexts } from './answer-texts.js';
import { checkCreate } from './check-create.js';
import type { CreateDatabaseRequest } from './create-database.js';
import type { CredentialsSource } from './credentials.js';
import type { Database, DatabaseWithCredentials } from './database.js';
import { inspectId } from './identifier.js';
import { checkCall, inspectPreviousList, inspectPreviousRecord } from './inspect-call.js';
import { createOperations } from './operations.js';
import type { Fetch } from './transport.js';
import type { VectorIndex } from './vector-index.js';

/** How to reach the service. */
export interface ManagementClientOptions {
  /**
   * Address of the service: https, or http on loopback. A path in it is kept as a prefix. Behind a proxy that adds the
   * credentials it may be a path alone, such as `/fleet`: it is then one of the page that asks.
   */
  readonly baseUrl: string | URL;
  /** The account's credentials, or a function that is asked for them before each request. Left out behind a proxy. */
  readonly credentials?: CredentialsSource | undefined;
  /** Deadline for one request from its start to the last byte of its answer, milliseconds. @default 15000 */
  readonly timeoutMs?: number | undefined;
  /** Largest database record that is accepted, bytes after decompression. @default 1048576 */
  readonly recordLimitBytes?: number | undefined;
  /** Largest list of vector indices that is accepted, bytes after decompression. @default 8388608 */
  readonly listLimitBytes?: number | undefined;
  /** Most items that a list of vector indices may have. A larger list is refused with `bad-response`. @default 20000 */
  readonly listLimitItems?: number | undefined;
  /** Any implementation of fetch. @default the platform's */
  readonly fetch?: Fetch | undefined;
  /** Where time comes from. @default the platform's clock */
  readonly clock?: Clock | undefined;
  /**
   * The texts of earlier answers, by id. A read whose answer has the text that `previous` came from gives `previous`
   * without parsing it. Lists keep their own. @default none: every record is parsed
   */
  readonly texts?: AnswerTexts | undefined;
}

/** What every operation takes. */
export interface CallOptions {
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateDatabaseOptions extends CallOptions {
  /** Lets fields and enum values through that are newer than api.md. @default false */
  readonly allowUndocumented?: boolean | undefined;
}

export interface GetDatabaseOptions extends CallOptions {
  /** `hide`: the service leaves credentials out of its answer. @default 'hide' */
  readonly credentials?: 'hide' | 'show' | undefined;
  /** An earlier answer for this id. What is equal is shared with it; an equal answer is that very object. */
  readonly previous?: Database | undefined;
}

export interface ListVectorIndicesOptions extends CallOptions {
  /** An earlier answer. What is equal is shared with it; an equal answer is that very list. */
  readonly previous?: readonly VectorIndex[] | undefined;
}

/**
 * The three operations of the management API (api.md, Endpoints). Each sends exactly one request, never a second
 * one, and rejects with a {@link FleetError} and nothing else.
 *
 * What fetch itself does is out of its hands: after a 421 (misdirected: nothing was done) the standard has fetch ask
 * once more over another connection, and a 407 comes as a failed connection.
 */
export interface ManagementClient {
  /**
   * Creates a database and gives its record, credentials included.
   *
   * @throws FleetError `invalid-request`, with all wrong paths in `issues`, before anything is sent;
   *   `outcome-unknown` where it was sent and nobody can say whether the database exists now: look before you try
   *   again; any code of a refusal.
   * @see api.md, Create a database.
   */
  createDatabase(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<DatabaseWithCredentials>;
  /**
   * Reads one database by its id.
   *
   * @throws FleetError `invalid-request` for an id that cannot be in a path; `bad-response` also for the record of
   *   another database; any code of a refusal.
   * @see api.md, Get a database.
   */
  getDatabase(id: string, options?: GetDatabaseOptions): Promise<Database>;
  /**
   * Lists the account's vector indices, whole. Elements without a usable id are left out; `driftOf(list)` names them.
   *
   * @throws FleetError any code of a refusal.
   * @see api.md, List vector indices.
   */
  listVectorIndices(options?: ListVectorIndicesOptions): Promise<readonly VectorIndex[]>;
}

/**
 * Makes a client of the management API. It keeps no state and is usable alone; the credentials are held in a closure.
 *
 * @throws FleetError `invalid-request` for options that cannot work; `issues` names each.
 * @example
 * ```ts
 * const client = createManagementClient({ baseUrl: 'https://api.example.com', credentials: { username, password } });
 * const database = await client.getDatabase('93e3a3e', { signal: AbortSignal.timeout(5000) });
 * console.log(database.state, exactInt64(database, 'db_request_limit'));
 * ```
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const operations = createOperations(options);
  return {
    async createDatabase(request, given) {
      const { body, options } = checkCreate(request, given);
      return operations.createDatabase(body, options);
    },
    async getDatabase(id, given) {
      const inspect = (options: GetDatabaseOptions): FleetIssue[] => [
        ...inspectId(id),
        ...inspectPreviousRecord(options.previous),
      ];
      return operations.getDatabase(id, checkCall('get-database', given, inspect));
    },
    async listVectorIndices(given) {
      const inspect = (options: ListVectorIndicesOptions): FleetIssue[] => inspectPreviousList(options.previous);
      return operations.listVectorIndices(checkCall('list-vector-indices', given, inspect));
    },
  };
}
