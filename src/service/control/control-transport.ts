import { createFetch, type FetchOptions } from 'ofetch';
import { isObject } from '../../core/api/inspect.js';
import { redact } from '../../core/api/redact.js';
import type { Clock } from '../../core/shared/clock.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { ControlError } from './control-error.js';
import { parseExactJson, stringifyExactJson } from '../exact-json.js';
import { unlessAborted } from '../unless-aborted.js';

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
  readonly timeoutMs: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}

/**
 * Makes the way to the control face: ofetch with its retries off, redirects refused, integers exact, one deadline for
 * the whole answer.
 */
export function createControlTransport(options: ControlTransportOptions): ControlTransport {
  const { baseUrl, token, timeoutMs, clock } = options;
  const ofetch = createFetch({ fetch: options.fetch as typeof fetch });
  return async <T>(call: ControlCall, isExpected: (answer: unknown) => boolean) => {
    const request = `${call.method} /control${call.path}`;
    const late = new AbortController();
    const cancelDeadline = clock.schedule(() => late.abort(), timeoutMs);
    const sent = ofetch.raw(`${baseUrl}/control${call.path}`, { ...requestOf(call, token), signal: late.signal });
    const response = await unlessAborted(sent, [late.signal])
      // What ofetch and fetch throw holds the request, and with it the token.
      .catch(() => undefined)
      .finally(cancelDeadline);
    if (response === undefined) {
      const why = late.signal.aborted ? `no answer within ${timeoutMs} ms` : 'no answer, is the service running?';
      throw new ControlError(`${request}: ${why}`);
    }
    const answer = parse(response._data);
    if (!response.ok) throw refusal(request, response.status, answer, token);
    if (!isExpected(answer)) throw new ControlError(`${request}: the answer is not that of a control face`);
    return answer as T;
  };
}

function requestOf({ method, body }: ControlCall, token: string): FetchOptions<'text'> {
  return {
    method,
    ...(body === undefined ? {} : { body: stringifyExactJson(body) }),
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    redirect: 'manual',
    retry: false,
    ignoreResponseError: true,
    responseType: 'text',
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
