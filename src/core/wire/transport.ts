import { createFetch } from 'ofetch';
import type { Clock } from '../shared/clock.js';
import { endedError, FleetError, type Operation } from '../shared/fleet-error.js';
import type { Authorizer } from './authorize.js';
import { cancelQuietly, readText, UnusableAnswer } from './read-text.js';
import { ConnectionFailure } from './failure.js';
import { Interruption, withDeadline } from './deadline.js';
import { endpoints, type EndpointName } from './endpoints.js';
import type { SecretSearch } from './secret-search.js';
import { locate } from './base-url.js';
import { redact } from './redact.js';
import { refusalOf, serviceMessageOf } from './refusal.js';

/** The part of the standard `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TransportOptions {
  /** Without a slash at its end; or a path of the page. */
  readonly baseUrl: string;
  readonly authorize: Authorizer['authorize'];
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

export interface Call<T> {
  readonly operation: EndpointName;
  readonly id?: string;
  /** Begins with `?`. */
  readonly query?: string;
  readonly body?: string;
  /** The maximum size of the answer, bytes after decompression. */
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
  /** @param isEcho finds the credentials of this request in the answer @throws UnusableAnswer */
  readonly decode: (text: string, isEcho: SecretSearch | undefined) => T;
  /** For an operation that changes state: converts the error of a sent request. The answer may hold invalid UTF-8. */
  readonly outcomeOf?: ((error: FleetError, failure: unknown) => FleetError) | undefined;
}

export type Transport = <T>(call: Call<T>) => Promise<T>;

export const HIDE_CREDENTIALS = '?credentials=hide';

/** Enough for a message: the status alone decides the error code of a refusal. */
const REFUSAL_LIMIT_BYTES = 64 * 1024;

/** The state of a request, which decides the error of a failure. */
interface Progress {
  isSent: boolean;
  status: number | undefined;
  refusal: FleetError | undefined;
  /** The response body or its reader, to be cancelled if the request fails. */
  body: { cancel(): unknown } | null;
}

/**
 * Sends requests through ofetch, each once. Redirects are refused, and every failure is a FleetError. One deadline covers
 * headers and body: ofetch's own timeout ends at the headers.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, timeoutMs, clock, authorize } = options;
  const ofetch = createFetch({ fetch: options.fetch as typeof fetch, Headers: AsGiven as typeof Headers });

  async function exchange<T>(call: Call<T>, progress: Progress, signal: AbortSignal): Promise<T> {
    const { operation, id = '', query = '' } = call;
    const { path, refusedStatuses } = endpoints[operation];
    const url = locate(baseUrl, operation) + path.replace('{id}', () => encodeURIComponent(id)) + query;
    const authorization = await authorize(operation);
    signal.throwIfAborted();
    progress.isSent = true;
    const response = await ofetch.raw(url, requestOf(call, authorization.header, signal)).catch((thrown: unknown) => {
      throw new ConnectionFailure(thrown);
    });
    progress.body = response.body;
    // A fetch that ignores its signal may return a response after the caller left.
    if (signal.aborted) cancelQuietly(response.body);
    signal.throwIfAborted();
    // A response after a followed redirect is refused too.
    if (response.ok && !response.redirected && !refusedStatuses.includes(response.status)) {
      progress.status = response.status;
      const text = await readBody(response, call.limitBytes, progress, call.outcomeOf !== undefined);
      // Whatever its content type: a created database must not be lost because JSON is labelled as text.
      return call.decode(text, authorization.isEcho);
    }
    progress.refusal = refusalOf(response, operation, clock.now());
    // An unreadable body gives no message.
    const message = serviceMessageOf(await readBody(response, REFUSAL_LIMIT_BYTES, progress).catch(() => ''));
    throw refusalOf(response, operation, clock.now(), message && redact(message, authorization.secrets));
  }

  return (call) => {
    const progress: Progress = { isSent: false, status: undefined, refusal: undefined, body: null };
    const deadline = { clock, timeoutMs, signal: call.signal };
    // The status of a refusal decides its code, even if its body never ends.
    const lateError = (): FleetError =>
      progress.refusal ?? new FleetError('timeout', call.operation, `no complete response within ${timeoutMs} ms`);
    const answer = withDeadline(deadline, (signal) => exchange(call, progress, signal), lateError);
    return answer.catch((failure: unknown) => {
      // If fetch ignores the signal, an unread body would keep its socket.
      cancelQuietly(progress.body);
      const error = errorOf(failure, call.operation, progress.status);
      throw progress.isSent && call.outcomeOf ? call.outcomeOf(error, failure) : error;
    });
  };
}

/** Makes the error of a failed request, which contains only facts that cannot be secrets. */
function errorOf(failure: unknown, operation: Operation, status: number | undefined): FleetError {
  if (failure instanceof FleetError) return failure;
  if (failure instanceof Interruption) return endedError('aborted', operation);
  if (status === undefined) {
    const code = failure instanceof ConnectionFailure && failure.code;
    return new FleetError('unavailable', operation, `the connection failed${code ? ` (${code})` : ''}`);
  }
  const message = failure instanceof UnusableAnswer ? failure.message : 'the response is incomplete or cannot be read';
  return new FleetError('bad-response', operation, message, { status });
}

function readBody(response: Response, limitBytes: number, progress: Progress, isLenient?: boolean): Promise<string> {
  const reader = selectBody(response)?.getReader();
  if (reader === undefined) return Promise.resolve('');
  progress.body = reader;
  return readText(reader, limitBytes, isLenient);
}

/**
 * The stream to read. Chromium often cancels a `no-store` request after the last byte of its body (`net::ERR_ABORTED` in the
 * network log), but not for a clone of the response. In Node a clone would make a request a fifth slower.
 */
function selectBody(response: Response): ReadableStream<Uint8Array> | null {
  const isInPage = 'location' in globalThis;
  if (!isInPage || !/\bno-store\b/i.test(response.headers.get('cache-control') ?? '')) return response.body;
  const { body } = response.clone();
  cancelQuietly(response.body);
  return body;
}

/** The options of ofetch that are used here. Its own types need a package that users do not install. */
interface OfetchOptions extends RequestInit {
  retry: false;
  ignoreResponseError: true;
  responseType: 'stream';
}

function requestOf({ operation, body }: Call<unknown>, header: string | undefined, signal: AbortSignal): OfetchOptions {
  const headers: Record<string, string> = { accept: 'application/json' };
  const request: OfetchOptions = {
    method: endpoints[operation].method,
    headers,
    // A redirect would send the credentials to another address. With `manual` it is a response, which is refused.
    redirect: 'manual',
    // The store would show a cached answer as fresh.
    cache: 'no-store',
    signal,
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  };
  if (header !== undefined) {
    headers['authorization'] = header;
    // Otherwise a browser answers a 401 with a login dialog, and the request waits for it. The account needs no
    // cookies. Behind a proxy this default stays, since the proxy may need the cookies of the page.
    request.credentials = 'omit';
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    request.body = body;
    // ofetch reads the headers of a request with a body.
    request.headers = new Headers(headers);
  }
  return request;
}

/** Replaces `Headers` in ofetch, which would copy the headers before fetch copies them: a tenth of a request's time. */
class AsGiven {
  constructor(headers: object) {
    return headers;
  }
}
