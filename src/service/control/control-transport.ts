import { createFetch, type FetchOptions } from 'ofetch';
import { cancelQuietly, readText, UnusableAnswer } from '../../core/wire/read-text.js';
import { isObject } from '../../core/shared/is-object.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import { redact } from '../../core/wire/redact.js';
import type { Clock } from '../../core/shared/clock.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { ControlError } from './control-error.js';
import { parseExactJson, stringifyExactJson } from '../shared/exact-json.js';

export interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The encoded path below `/control`, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
}

/**
 * Sends one request and returns the JSON of its answer, or `undefined` for an empty answer.
 *
 * @param isExpected checks that the answer comes from a control API and not from another server.
 * @throws ControlError
 */
export type ControlTransport = <T>(call: ControlCall, isExpected: (answer: unknown) => boolean) => Promise<T>;

/** Options of {@link createControlTransport}. The client has validated them. */
export interface ControlTransportOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}

/**
 * Creates the transport to the control API: ofetch without retries and redirects, exact integers, one deadline for the
 * whole answer.
 */
export function createControlTransport(options: ControlTransportOptions): ControlTransport {
  const { baseUrl, token, timeoutMs, clock } = options;
  const ofetch = createFetch({ fetch: options.fetch as typeof fetch });
  return async <T>(call: ControlCall, isExpected: (answer: unknown) => boolean) => {
    const request = `${call.method} /control${call.path}`;
    const late = new AbortController();
    const cancelDeadline = clock.schedule(() => late.abort(), timeoutMs);
    const exchange = async (): Promise<ReceivedAnswer> => {
      const init = { ...requestOf(call, token), signal: late.signal };
      const { status, ok, body } = await ofetch.raw(`${baseUrl}/control${call.path}`, init);
      return { status, ok, text: await readBody(body) };
    };
    const received = await unlessAborted(exchange(), [late.signal])
      // An error of ofetch or fetch holds the request, and so the token.
      .catch((error: unknown) => (error instanceof UnusableAnswer ? error.message : undefined))
      .finally(cancelDeadline);
    if (typeof received !== 'object') {
      const missing = late.signal.aborted
        ? `no answer within ${timeoutMs} ms`
        : 'no answer; check that the service is running';
      throw new ControlError(`${request}: ${received ?? missing}`);
    }
    const answer = parse(received.text);
    if (!received.ok) throw refusal(request, received.status, answer, token);
    if (!isExpected(answer)) throw new ControlError(`${request}: the answer does not come from a control API`);
    return answer as T;
  };
}

interface ReceivedAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly text: string;
}

/** The list of all records is the largest answer: this is enough for 100,000 of them. */
const MAX_ANSWER_BYTES = 256 * 1024 ** 2;

/** @throws UnusableAnswer for an answer that is too large or is not UTF-8 */
async function readBody(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body?.getReader();
  if (reader === undefined) return '';
  try {
    return await readText(reader, MAX_ANSWER_BYTES);
  } catch (error) {
    cancelQuietly(reader);
    throw error;
  }
}

function requestOf({ method, body }: ControlCall, token: string): FetchOptions<'stream'> {
  return {
    method,
    ...(body === undefined ? {} : { body: stringifyExactJson(body) }),
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    redirect: 'manual',
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  };
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return parseExactJson(text);
  } catch {
    // `isExpected` accepts no string.
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
