import { checkCreate } from './check-create.js';
import { readClientOptions, type ManagementClientOptions } from './client-options.js';
import type { CreateDatabaseRequest } from '../records/create-database.js';
import type { Database, DatabaseWithCredentials } from '../records/database.js';
import { inspectId } from '../wire/identifier.js';
import {
  signalOption,
  type CreateDatabaseOptions,
  type GetDatabaseOptions,
  type ListVectorIndicesOptions,
} from './call-options.js';
import { createOperations, sendCreate } from './operations.js';
import { isObject } from '../shared/is-object.js';
import { custom, optional } from '../shared/option-schemas.js';
import { checkOptions } from '../shared/read-options.js';
import type { VectorIndex } from '../records/vector-index.js';

/**
 * The three operations of the management API (api.md, Endpoints). Each sends exactly one request, without retries, and
 * rejects only with a {@link FleetError}.
 *
 * Fetch itself may send a request again after a 421 (misdirected, not processed), as its standard demands. It reports a 407
 * as a failed connection.
 */
export interface ManagementClient {
  /**
   * Creates a database and returns its record, including its credentials.
   *
   * @throws FleetError `invalid-request` before anything is sent; `outcome-unknown` if the database may exist: check before
   *   a retry; any code of a refusal
   * @see api.md, Create a database.
   */
  createDatabase(request: CreateDatabaseRequest, options?: CreateDatabaseOptions): Promise<DatabaseWithCredentials>;
  /**
   * Reads one database by its id.
   *
   * @throws FleetError `invalid-request` for an invalid id; `bad-response`, also for the record of another database; any
   *   code of a refusal
   * @see api.md, Get a database.
   */
  getDatabase(id: string, options?: GetDatabaseOptions): Promise<Database>;
  /**
   * Lists all vector indices of the account. Of several elements with the same id, it contains the first one.
   *
   * @throws FleetError `bad-response`, also if an element has no valid id; any code of a refusal
   * @see api.md, List vector indices.
   */
  listVectorIndices(options?: ListVectorIndicesOptions): Promise<readonly VectorIndex[]>;
}

/**
 * Makes a client of the management API. It is stateless, and can be used without a fleet.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * const client = createManagementClient({ baseUrl: 'https://api.example.com', credentials: { username, password } });
 * const database = await client.getDatabase('93e3a3e', { signal: AbortSignal.timeout(5000) });
 * console.log(database.state, exactInt64(database, 'db_request_limit'));
 * ```
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const operations = createOperations(readClientOptions(options));
  return {
    async createDatabase(request, given) {
      const { body, signal } = checkCreate(request, given);
      return sendCreate(operations, body, signal);
    },
    async getDatabase(id, given) {
      return operations.getDatabase(id, checkOptions('get-database', getDatabaseOptions, given, '', inspectId(id)));
    },
    async listVectorIndices(given) {
      return operations.listVectorIndices(checkOptions('list-vector-indices', listVectorIndicesOptions, given));
    },
  };
}

const EARLIER_ANSWER = 'an earlier answer';

const getDatabaseOptions = {
  signal: signalOption,
  credentials: optional(custom<'hide' | 'show'>((value) => value === 'hide' || value === 'show', '"hide" | "show"')),
  previous: optional(custom<Database>(isObject, EARLIER_ANSWER)),
};

const listVectorIndicesOptions = {
  signal: signalOption,
  previous: optional(
    custom<readonly VectorIndex[]>((list) => Array.isArray(list) && list.every(isObject), EARLIER_ANSWER),
  ),
};
