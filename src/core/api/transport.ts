import { createFetch, type FetchOptions } from 'ofetch';
import type { Clock } from '../shared/clock.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import { createAuthorizer, type Authorization } from './authorize.js';
import { cancelQuietly } from './cancel-quietly.js';
import { ConnectionFailure } from './connection-failure.js';
import type { CredentialsSource } from './credentials.js';
import { Interruption, withDeadline } from './deadline.js';
import { endpoints, type EndpointName } from './endpoints.js';
import { describeFailure, isOutcomeKnown, outcomeUnknown } from './failure.js';
import type { SecretSearch } from './mentions-secret.js';
import { locate } from './page-path.js';
import { parseJson } from './parse-json.js';
import { readText } from './read-text.js';
import { redact } from './redact.js';
import { detailOf, isSuccess, refusalOf } from './refusal.js';
import { UnusableAnswer } from './unusable-answer.js';

/** The part of the standard `fetch` that is used: any implementation of it will do. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What the transport needs; all of it checked by the client before. */
export interface TransportOptions {
  /** Without a slash at its end; or a path of the page. */
  readonly baseUrl: string;
  readonly credentials: CredentialsSource | undefined;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** One request, and what to make of its answer. */
export interface Call<T> {
  readonly operation: EndpointName;
  /** The id of the database, for the operation that has one in its path. */
  readonly id?: string;
  /** Begins with `?`. */
  readonly query?: string;
  /** JSON text. */
  readonly body?: string;
  /** Largest answer that is accepted, bytes after decompression. */
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
  /**
   * @param isEcho finds the credentials of this request; absent without credentials
   * @throws UnusableAnswer
   */
  readonly decode: (text: string, isEcho: SecretSearch | undefined) => T;
}

/** Sends one request, once. */
export type Transport = <T>(call: Call<T>) => Promise<T>;

/** The query of a read that asks the service to leave out credentials. */
export const HIDE_CREDENTIALS = '?credentials=hide';

/** Enough for a message; a refusal is understood by its status. */
const REFUSAL_LIMIT_BYTES = 64 * 1024;

/** How far a request has come. */
interface Course {
  isSent: boolean;
  /** The status of a success that was claimed. */
  status: number | undefined;
  refusal: FleetError | undefined;
  /** What is to be let go of when it fails: the body of the answer, or who reads it. */
  body: { cancel(): unknown } | null;
}

/**
 * Makes the one way to the service: through ofetch, with its retries and its timeout off (that stops at the
 * headers), redirects refused, one deadline over all of it, the body capped, every failure a FleetError.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, timeoutMs, clock } = options;
  const ofetch = createFetch({ fetch: options.fetch as typeof fetch, Headers: AsGiven as typeof Headers });
  const authorize = createAuthorizer(options.credentials);

  async function exchange<T>(call: Call<T>, course: Course, signal: AbortSignal): Promise<T> {
    const { operation } = call;
    const url = locate(baseUrl, operation) + pathOf(call);
    const authorization = await authorize(operation);
    signal.throwIfAborted();
    course.isSent = true;
    const response = await ofetch.raw(url, requestOf(call, authorization, signal)).catch(failConnection);
    course.body = response.body;
    // A fetch that ignores its signal gives answers that nobody waits for any more.
    if (signal.aborted) cancelQuietly(response.body);
    signal.throwIfAborted();
    if (isSuccess(response, endpoints[operation])) {
      course.status = response.status;
      // The id of a created database must not be lost because another field of the response is broken.
      const text = await readBody(response, call.limitBytes, course, changesState(operation));
      return decodeAnswer(text, () => call.decode(text, authorization.isEcho), response);
    }
    course.refusal = refusalOf(response, operation, clock.now());
    const said = await readDetail(response, authorization, course);
    throw refusalOf(response, operation, clock.now(), said);
  }

  return (call) => {
    const course: Course = { isSent: false, status: undefined, refusal: undefined, body: null };
    const deadline = { clock, timeoutMs, signal: call.signal };
    return withDeadline(deadline, (signal) => exchange(call, course, signal)).catch((failure: unknown) => {
      // A body that nobody reads would hold its socket where fetch ignores the signal.
      cancelQuietly(course.body);
      const error = errorOf(failure, call.operation, course, timeoutMs);
      const isInDoubt = changesState(call.operation) && course.isSent && !isOutcomeKnown(error, failure);
      throw isInDoubt ? outcomeUnknown(error) : error;
    });
  };
}

function pathOf({ operation, id = '', query = '' }: Call<unknown>): string {
  return endpoints[operation].path.replace('{id}', () => encodeURIComponent(id)) + query;
}

/** Whether the outcome of a request without a response matters. */
function changesState(operation: EndpointName): boolean {
  return endpoints[operation].method !== 'GET';
}

function errorOf(failure: unknown, operation: Operation, { status, refusal }: Course, timeoutMs: number): FleetError {
  const isInterrupted = failure instanceof Interruption;
  // The status of a refusal says what matters, even where its body never ends.
  if (isInterrupted && failure.reason === 'timeout' && refusal !== undefined) return refusal;
  if (isInterrupted || status === undefined) return describeFailure(failure, operation, timeoutMs);
  const message = failure instanceof UnusableAnswer ? failure.message : 'the response is incomplete or cannot be read';
  return new FleetError('bad-response', operation, message, { status });
}

/**
 * What ofetch makes a request's headers into: it would copy them into an object that fetch copies once more, and in
 * Node that is a tenth of all that a request costs.
 */
class AsGiven {
  constructor(headers: object) {
    return headers;
  }
}

function requestOf(call: Call<unknown>, { header }: Authorization, signal: AbortSignal): FetchOptions<'stream'> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const request: FetchOptions<'stream'> = {
    method: endpoints[call.operation].method,
    headers,
    // A redirect would take the credentials to another place: it is seen here, and refused.
    redirect: 'manual',
    // An answer from a browser's cache would be confirmed as fresh.
    cache: 'no-store',
    signal,
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  };
  if (call.body !== undefined) {
    request.body = call.body;
    headers['content-type'] = 'application/json';
  }
  if (header !== undefined) {
    headers['authorization'] = header;
    // To a 401 a browser would open its login window, and the request would wait for it; and the account needs no
    // cookie. Behind a proxy those of the page count.
    request.credentials = 'omit';
  }
  // Of a request with a body ofetch reads the headers.
  if (call.body !== undefined) request.headers = new Headers(headers);
  return request;
}

function failConnection(thrown: unknown): never {
  throw new ConnectionFailure(thrown);
}

/** What the service says of its refusal, fit to be shown. A body that cannot be read is no other failure. */
async function readDetail(response: Response, { secrets }: Authorization, course: Course): Promise<string> {
  const detail = detailOf(await readBody(response, REFUSAL_LIMIT_BYTES, course).catch(() => ''));
  return detail === undefined ? '' : redact(detail, secrets);
}

const JSON_TYPE = /^\s*(?:application|text)\/(?:[^\s;]+\+)?json\s*(?:;|$)/i;

/**
 * The text decides whether an answer is usable, not its content type: the id of a created database must not be lost
 * because a service labels its JSON as text.
 *
 * @throws UnusableAnswer
 */
function decodeAnswer<T>(text: string, decode: () => T, { headers }: Response): T {
  try {
    return decode();
  } catch (failure) {
    const contentType = headers.get('content-type') ?? '';
    if (contentType === '' || JSON_TYPE.test(contentType) || parseJson(text) !== undefined) throw failure;
    throw new UnusableAnswer('the response does not decode, and its content type is not JSON');
  }
}

function readBody(response: Response, limitBytes: number, course: Course, isLenient?: boolean): Promise<string> {
  const reader = selectBody(response)?.getReader();
  if (reader === undefined) return Promise.resolve('');
  course.body = reader;
  return readText(reader, limitBytes, isLenient);
}

/**
 * The stream to read an answer from. Chromium hands the body of a `no-store` answer to a stream reader directly, and
 * then often cancels the request after its last byte: the network log shows `net::ERR_ABORTED` for a success. It reads
 * the body of a copy to its end itself. The other copy is cancelled, so that nothing buffers bytes for it. Elsewhere
 * the copy has no use, and in Node it makes a request a fifth slower.
 */
function selectBody(response: Response): ReadableStream<Uint8Array> | null {
  const isInPage = 'location' in globalThis;
  if (!isInPage || !/\bno-store\b/i.test(response.headers.get('cache-control') ?? '')) return response.body;
  const { body } = response.clone();
  cancelQuietly(response.body);
  return body;
}
