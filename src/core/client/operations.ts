import type { Database, DatabaseWithCredentials } from '../records/database.js';
import type { VectorIndex } from '../records/vector-index.js';
import { createAuthorizer } from '../wire/authorize.js';
import { createOutcome } from '../wire/failure.js';
import type { SecretSearch } from '../wire/secret-search.js';
import { createTransport, HIDE_CREDENTIALS, type Transport } from '../wire/transport.js';
import type { GetDatabaseOptions, ListVectorIndicesOptions } from './call-options.js';
import type { ClientSettings } from './client-options.js';
import { readCreated, readDatabase, readVectorIndices } from './read-answer.js';

/** The operations, without checks of their arguments. Most pages do not load the third operation, `sendCreate`. */
export interface Operations {
  /** Whether there are credentials of an account. Behind a proxy there are none. */
  readonly hasAccount: boolean;
  /** Finds the account's credentials in a record; absent before a function has returned them. */
  readonly isEcho: SecretSearch | undefined;
  readonly send: Transport;
  readonly recordLimitBytes: number;
  getDatabase(id: string, options: GetDatabaseOptions): Promise<Database>;
  listVectorIndices(options: ListVectorIndicesOptions): Promise<readonly VectorIndex[]>;
}

export function createOperations(settings: ClientSettings): Operations {
  const { credentials, texts, recordLimitBytes, listLimitBytes, listLimitItems } = settings;
  const authorizer = createAuthorizer(credentials);
  const send = createTransport({ ...settings, authorize: authorizer.authorize });

  return {
    hasAccount: credentials !== undefined,
    get isEcho() {
      return authorizer.latest.isEcho;
    },
    send,
    recordLimitBytes,
    getDatabase: (id, { signal, credentials, previous }) =>
      send({
        operation: 'get-database',
        id,
        query: credentials === 'show' ? '' : HIDE_CREDENTIALS,
        limitBytes: recordLimitBytes,
        signal,
        decode: (text, isEcho) => readDatabase(text, id, { previous, texts }, isEcho),
      }),
    listVectorIndices: ({ signal, previous }) =>
      send({
        operation: 'list-vector-indices',
        limitBytes: listLimitBytes,
        signal,
        decode: (text, isEcho) => readVectorIndices(text, { previous, limitItems: listLimitItems }, isEcho),
      }),
  };
}

export function sendCreate(
  { send, recordLimitBytes }: Operations,
  body: string,
  signal: AbortSignal | undefined,
): Promise<DatabaseWithCredentials> {
  return send({
    operation: 'create-database',
    body,
    limitBytes: recordLimitBytes,
    signal,
    decode: readCreated,
    outcomeOf: createOutcome,
  });
}
