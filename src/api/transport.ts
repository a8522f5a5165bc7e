import { createFetch, type FetchOptions } from 'ofetch';
import type { Clock } from '../shared/clock.js';
import { FleetError, type Operation } from '../shared/fleet-error.js';
import { encodeCredentials, inspectCredentials, type Credentials, type CredentialsSource } from './credentials.js';
import { withDeadline } from './deadline.js';
import { describeFailure, isOutcomeKnown, outcomeUnknown } from './failure.js';
import { readText } from './read-text.js';
import { redact } from './redact.js';
import { codeOfStatus, detailOf } from './refusal.js';
import { parseRetryAfter } from './retry-after.js';
import { UnusableAnswer } from './unusable-answer.js';

/** The part of the standard `fetch` that is used: any implementation of it will do. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What the transport needs; all of it checked by the client before. */
export interface TransportOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly credentials: CredentialsSource | undefined;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** One request, and what to make of its answer. */
export interface Call<T> {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST';
  /** Begins with a slash; every part that came from outside is encoded. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Largest answer that is accepted, bytes after decompression. */
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Whether being sent twice, or sent and not answered, matters. */
  readonly changesState: boolean;
  /** @throws UnusableAnswer */
  readonly decode: (text: string) => T;
}

/** Sends one request, once. */
export type Transport = <T>(call: Call<T>) => Promise<T>;

/** Enough for a message; a refusal is understood by its status. */
const REFUSAL_LIMIT_BYTES = 64 * 1024;

/**
 * Makes the one way to the service: through ofetch, with its retries and its timeout off (that stops at the
 * headers), redirects refused, one deadline over all of it, the body capped, every failure a FleetError.
 */
export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, timeoutMs, clock } = options;
  const ofetch = createFetch({ fetch: options.fetch as typeof fetch });

  return async (call) => {
    let sent = false;
    try {
      return await withDeadline({ clock, timeoutMs, signal: call.signal }, async (signal) => {
        const authorization = await authorize(options.credentials, call.operation);
        signal.throwIfAborted();
        sent = true;
        const response = await ofetch.raw(baseUrl + call.path, { ...requestOf(call, authorization), signal });
        if (!response.ok) throw await refusalOf(response, call.operation, authorization, signal, clock);
        return await answerOf(response, call, signal);
      });
    } catch (failure) {
      const error = describeFailure(failure, call.operation, timeoutMs);
      throw call.changesState && sent && !isOutcomeKnown(error, failure) ? outcomeUnknown(error) : error;
    }
  };
}

/** What proves who asks, and what must therefore never be shown. */
interface Authorization {
  readonly header: string | undefined;
  readonly secrets: readonly string[];
}

/** Behind a proxy there are no credentials: the proxy adds them. */
async function authorize(source: CredentialsSource | undefined, operation: Operation): Promise<Authorization> {
  if (source === undefined) return { header: undefined, secrets: [] };
  const credentials = typeof source === 'function' ? await ask(source, operation) : source;
  const issues = inspectCredentials(credentials);
  if (issues.length > 0) throw new FleetError('invalid-request', operation, 'the credentials cannot be sent', { issues });
  const encoded = encodeCredentials(credentials);
  return { header: `Basic ${encoded}`, secrets: [encoded, `${credentials.username}:${credentials.password}`, credentials.password] };
}

async function ask(source: () => Credentials | Promise<Credentials>, operation: Operation): Promise<Credentials> {
  try {
    return await source();
  } catch {
    // What the function threw may hold the secret that it was after.
    throw new FleetError('unauthorized', operation, 'the credentials function failed');
  }
}

function requestOf(call: Call<unknown>, { header }: Authorization): FetchOptions<'stream'> {
  return {
    method: call.method,
    ...(call.body === undefined ? {} : { body: call.body }),
    headers: {
      accept: 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(header === undefined ? {} : { authorization: header }),
    },
    // A redirect would take the credentials to another place: it is seen here, and refused.
    redirect: 'manual',
    // An answer from a browser's cache would be confirmed as fresh.
    cache: 'no-store',
    retry: false,
    ignoreResponseError: true,
    responseType: 'stream',
  };
}

async function refusalOf(
  response: Response,
  operation: Operation,
  { secrets }: Authorization,
  signal: AbortSignal,
  clock: Clock,
): Promise<FleetError> {
  const { status, headers } = response;
  // The status alone says what matters: a body that cannot be read is no other failure.
  const detail = detailOf(await readText(response, REFUSAL_LIMIT_BYTES, signal).catch(() => ''));
  const said = detail === undefined ? '' : `: ${redact(detail, secrets)}`;
  const message = `${isRedirect(response) ? 'redirects are refused' : 'refused'} (status ${status})${said}`;
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), clock.now());
  return new FleetError(codeOfStatus(status), operation, message, { status, retryAfterMs });
}

/** Browsers show a refused redirect as an answer of type `opaqueredirect` with status 0. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

async function answerOf<T>(response: Response, call: Call<T>, signal: AbortSignal): Promise<T> {
  const contentType = response.headers.get('content-type');
  if (contentType !== null && !/^\s*(?:application|text)\/(?:[^\s;]+\+)?json\s*(?:;|$)/i.test(contentType)) {
    throw new UnusableAnswer('the answer is not JSON, by its content type');
  }
  return call.decode(await readText(response, call.limitBytes, signal));
}
