import { identifierProblem } from '../api/identifier.js';
import { isObject } from '../api/inspect.js';
import type { Call } from '../api/transport.js';
import { UnusableAnswer } from '../api/unusable-answer.js';
import { createEchoFreeTransport } from './echo-free-transport.js';
import type { ProxySettings } from './proxy-options.js';
import { stripCredentials } from './strip-credentials.js';

/** The three operations on the service. Each gives JSON text without credentials, which a page may see. */
export interface Upstream {
  getDatabase(id: string, signal: AbortSignal): Promise<string>;
  listVectorIndices(signal: AbortSignal): Promise<string>;
  /** @param body JSON text that has been checked. */
  createDatabase(body: string, signal: AbortSignal): Promise<string>;
}

/** Makes the way to the service: what a page sent is not in these requests, but for the id and the body. */
export function createUpstream({ transport, recordLimitBytes, listLimitBytes }: ProxySettings): Upstream {
  const send = createEchoFreeTransport(transport);
  const read = (call: Pick<Call<string>, 'operation' | 'path' | 'limitBytes' | 'signal' | 'decode'>): Promise<string> =>
    send({ ...call, method: 'GET', changesState: false });
  return {
    getDatabase: (id, signal) =>
      read({
        operation: 'get-database',
        path: `/v2/redis/database/${encodeURIComponent(id)}?credentials=hide`,
        limitBytes: recordLimitBytes,
        signal,
        decode: (text) => shown(text, (record) => isObject(record) && record['database_id'] === id),
      }),
    listVectorIndices: (signal) =>
      read({
        operation: 'list-vector-indices',
        path: '/v2/vector/index',
        limitBytes: listLimitBytes,
        signal,
        decode: (text) => shown(text, Array.isArray),
      }),
    createDatabase: (body, signal) =>
      send({
        operation: 'create-database',
        method: 'POST',
        path: '/v2/redis/database',
        body,
        changesState: true,
        limitBytes: recordLimitBytes,
        signal,
        decode: (text) => shown(text, hasUsableId),
      }),
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
