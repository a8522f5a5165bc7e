import { createFetch } from 'ofetch';
import { isObject } from '../../api/inspect.js';
import { redact } from '../../api/redact.js';
import type { FleetIssue } from '../../shared/fleet-error.js';
import { ControlError } from './control-error.js';
import { parseExactJson, stringifyExactJson } from '../exact-json.js';

/** One request to the control face. */
export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/control`, with a slash at its beginning, encoded. */
  readonly path: string;
  readonly body?: unknown;
}

/**
 * Sends one request and gives the JSON of its answer, `undefined` where there is none.
 *
 * @param isExpected tells the answer of a control face from that of some other server.
 * @throws ControlError
 */
export type ControlTransport = <T>(call: ControlCall, isExpected: (answer: unknown) => boolean) => Promise<T>;

/** What the transport needs; all of it checked by the client before. */
export interface ControlTransportOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Makes the way to the control face: ofetch with its retries off, redirects refused, integers exact. */
export function createControlTransport({ baseUrl, token, fetch }: ControlTransportOptions): ControlTransport {
  const ofetch = createFetch({ fetch: fetch as typeof globalThis.fetch });
  return async <T>({ method, path, body }: ControlCall, isExpected: (answer: unknown) => boolean) => {
    const request = `${method} /control${path}`;
    const json = body === undefined ? {} : { body: stringifyExactJson(body) };
    const response = await ofetch
      .raw(`${baseUrl}/control${path}`, {
        method,
        ...json,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        redirect: 'manual',
        retry: false,
        ignoreResponseError: true,
        responseType: 'text',
      })
      // What ofetch and fetch throw holds the request, and with it the token.
      .catch(() => undefined);
    if (response === undefined) throw new ControlError(`${request}: no answer, is the service running?`);
    const answer = parse(response._data);
    if (!response.ok) throw refusal(request, response.status, answer, token);
    if (!isExpected(answer)) throw new ControlError(`${request}: the answer is not that of a control face`);
    return answer as T;
  };
}

function parse(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return parseExactJson(text);
  } catch {
    // No answer of a control face, and no value that one could be taken for.
    return text;
  }
}

function refusal(request: string, status: number, answer: unknown, token: string): ControlError {
  const { error, issues } = isObject(answer) ? answer : {};
  const safe = (text: unknown): string => redact(String(text), [token]);
  const said = typeof error === 'string' ? `: ${safe(error)}` : '';
  const found: FleetIssue[] = (Array.isArray(issues) ? issues : [])
    .filter(isObject)
    .map((issue) => ({ path: safe(issue['path']), message: safe(issue['message']) }));
  return new ControlError(`${request}: refused (status ${status})${said}`, { status, issues: found });
}
