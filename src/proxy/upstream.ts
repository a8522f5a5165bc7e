import { encodeCredentials, type Credentials } from '../api/credentials.js';
import type { Deadline } from '../api/deadline.js';
import { identifierProblem } from '../api/identifier.js';
import { isObject } from '../api/inspect.js';
import type { Abortable } from '../api/on-abort.js';
import type { Call } from '../api/transport.js';
import { UnusableAnswer } from '../api/unusable-answer.js';
import { createSharedRequests, type SharedRequests } from '../effects/shared-requests.js';
import type { Operation } from '../shared/fleet-error.js';
import { readAccountCredentials } from './account-credentials.js';
import { createEchoFreeTransport } from './echo-free-transport.js';
import type { ProxySettings } from './proxy-options.js';
import { stripCredentials } from './strip-credentials.js';
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

type Read = Pick<Call<string>, 'operation' | 'path' | 'limitBytes' | 'decode'>;

/** Makes the way to the service: what a page sent is not in these requests, but for the id and the body. */
export function createUpstream(settings: ProxySettings): Upstream {
  const { transport, recordLimitBytes, listLimitBytes } = settings;
  const gate = createUpstreamGate({ ...settings, clock: transport.clock });
  const databases = createSharedRequests<string>('get-database');
  const lists = createSharedRequests<string>('list-vector-indices');

  function credentialsFor(operation: Operation, signal: AbortSignal): Promise<Credentials> {
    const deadline: Deadline = { clock: transport.clock, timeoutMs: transport.timeoutMs, signal };
    return readAccountCredentials(settings.credentials, operation, deadline);
  }

  function send(credentials: Credentials, call: Call<string>, signal: Abortable): Promise<string> {
    const sendOnce = createEchoFreeTransport({ ...transport, credentials });
    return gate.run(call.operation, signal, () => sendOnce({ ...call, signal }));
  }

  async function read(requests: SharedRequests<string>, call: Read, signal: AbortSignal): Promise<string> {
    const credentials = await credentialsFor(call.operation, signal);
    const whole: Call<string> = { ...call, method: 'GET', changesState: false, signal: undefined };
    // Answers for different credentials are never shared. The key is kept while its request is under way only.
    const key = `${encodeCredentials(credentials)} ${call.path}`;
    const ask = (left: Abortable): { result: Promise<string>; promote(): void } => ({
      result: send(credentials, whole, left),
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
          decode: (text) => shown(text, (record) => isObject(record) && record['database_id'] === id),
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
          decode: (text) => shown(text, Array.isArray),
        },
        signal,
      ),
    createDatabase: async (body, signal) =>
      send(
        await credentialsFor('create-database', signal),
        {
          operation: 'create-database',
          method: 'POST',
          path: '/v2/redis/database',
          body,
          changesState: true,
          limitBytes: recordLimitBytes,
          signal: undefined,
          decode: (text) => shown(text, hasUsableId),
        },
        signal,
      ),
  };
}

/** @throws UnusableAnswer, or whatever the text has JSON.parse throw */
function shown(text: string, isExpected: (value: unknown) => boolean): string {
  if (!isExpected(JSON.parse(text))) throw new UnusableAnswer('the answer is not what was asked for');
  return stripCredentials(text);
}

function hasUsableId(record: unknown): boolean {
  return isObject(record) && identifierProblem(record['database_id']) === undefined;
}
