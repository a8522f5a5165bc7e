import type { EchoCheck } from '../api/credential-echo.js';
import { encodeCredentials, type Credentials } from '../api/credentials.js';
import { databaseSchema } from '../api/database.js';
import type { Deadline } from '../api/deadline.js';
import { identifierProblem } from '../api/identifier.js';
import { isObject } from '../api/inspect.js';
import type { Abortable } from '../api/on-abort.js';
import { createTransport, type Call, type Transport } from '../api/transport.js';
import { UnusableAnswer } from '../api/unusable-answer.js';
import { vectorIndexSchema } from '../api/vector-index.js';
import { createSharedRequests, type SharedRequests } from '../effects/shared-requests.js';
import type { Ticket } from '../polling/request-gate.js';
import type { Operation } from '../shared/fleet-error.js';
import { readAccountCredentials } from './account-credentials.js';
import { cutFields, cutFieldsOfEach, documentedFields } from './cut-fields.js';
import { holdsEcho, maskEchoes } from './echoes-in-text.js';
import type { ProxySettings } from './proxy-options.js';
import { createUpstreamGate } from './upstream-gate.js';

/**
 * The three operations on the service, for all visitors. Each gives JSON text without credentials, which a page may
 * see. Equal reads at the same time are one request; a create never shares its request.
 */
export interface Upstream {
  getDatabase(id: string, signal: AbortSignal): Promise<string>;
  listVectorIndices(signal: AbortSignal): Promise<string>;
  /** @param body JSON text that has been checked. */
  createDatabase(body: string, signal: AbortSignal): Promise<string>;
}

/** The way to the service with the credentials of one account. */
interface Connection {
  /** The encoded credentials: a secret. */
  readonly account: string;
  readonly send: Transport;
}

type Read = Pick<Call<string>, 'operation' | 'path' | 'limitBytes' | 'decode'>;

/** Makes the way to the service: what a page sent is not in these requests, but for the id and the body. */
export function createUpstream(settings: ProxySettings): Upstream {
  const { transport, recordLimitBytes, listLimitBytes, passUnknown } = settings;
  const databaseFields = passUnknown ? undefined : documentedFields(databaseSchema);
  const indexFields = passUnknown ? undefined : documentedFields(vectorIndexSchema);
  const gate = createUpstreamGate({ ...settings, clock: transport.clock });
  const databases = createSharedRequests<string>('get-database');
  const lists = createSharedRequests<string>('list-vector-indices');
  let last: Connection | undefined;

  function credentialsFor(operation: Operation, signal: AbortSignal): Promise<Credentials> {
    const deadline: Deadline = { clock: transport.clock, timeoutMs: transport.timeoutMs, signal };
    return readAccountCredentials(settings.credentials, operation, deadline);
  }

  /** Kept for the next request, which has the same credentials nearly always. */
  function connect(credentials: Credentials): Connection {
    const account = encodeCredentials(credentials);
    if (last?.account !== account) last = { account, send: createTransport({ ...transport, credentials }) };
    return last;
  }

  function send({ send: sendOnce }: Connection, call: Call<string>, signal: Abortable): Promise<string> {
    return gate.run(call.operation, signal, () => sendOnce({ ...call, signal }));
  }

  async function read(requests: SharedRequests<string>, call: Read, signal: AbortSignal): Promise<string> {
    const connection = connect(await credentialsFor(call.operation, signal));
    const whole: Call<string> = { ...call, method: 'GET', changesState: false, signal: undefined };
    // Answers for different credentials are never shared. The key is kept while its request is under way only.
    const key = `${connection.account} ${call.path}`;
    const ask = (left: Abortable): Ticket<string> => ({
      result: send(connection, whole, left),
      // All visitors wait in one queue.
      promote: () => {},
    });
    return requests.request(key, 'user', (_priority, left) => ask(left), signal);
  }

  return {
    getDatabase: (id, signal) =>
      read(
        databases,
        {
          operation: 'get-database',
          path: `/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`,
          limitBytes: recordLimitBytes,
          decode: (text, echo) => {
            if (idOf(text) !== id) throw new UnusableAnswer('the answer is not the record of this database');
            refuseEcho(text, echo, id);
            return cutFields(text, databaseFields);
          },
        },
        signal,
      ),
    listVectorIndices: (signal) =>
      read(
        lists,
        {
          operation: 'list-vector-indices',
          path: '/v2/vector/index',
          limitBytes: listLimitBytes,
          decode: (text, echo) => {
            if (!Array.isArray(JSON.parse(text))) throw new UnusableAnswer('the answer is not a list');
            refuseEcho(text, echo);
            return cutFieldsOfEach(text, indexFields);
          },
        },
        signal,
      ),
    createDatabase: async (body, signal) =>
      send(
        connect(await credentialsFor('create-database', signal)),
        {
          operation: 'create-database',
          method: 'POST',
          path: '/v2/redis/database',
          body,
          changesState: true,
          limitBytes: recordLimitBytes,
          signal: undefined,
          decode: (text, echo) => {
            const id = idOf(text);
            if (id === undefined) throw new UnusableAnswer('the answer has no usable id');
            const shown = cutFields(text, databaseFields);
            // The database exists: its id must not be lost.
            return echo === undefined ? shown : maskEchoes(shown, echo, id);
          },
        },
        signal,
      ),
  };
}

/** @throws SyntaxError for a text that is not JSON. */
function idOf(text: string): string | undefined {
  const record: unknown = JSON.parse(text);
  const id = isObject(record) ? record['database_id'] : undefined;
  return identifierProblem(id) === undefined ? (id as string) : undefined;
}

/** @throws UnusableAnswer where the answer holds the account's credentials. */
function refuseEcho(text: string, echo: EchoCheck | undefined, id?: string): void {
  if (echo && holdsEcho(text, echo, id)) throw new UnusableAnswer('the answer holds the credentials it was asked with');
}
