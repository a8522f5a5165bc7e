import { cancelQuietly } from '../../core/wire/cancel-quietly.js';
import { ConnectionFailure } from '../../core/wire/connection-failure.js';
import { parseRetryAfter } from '../../core/wire/retry-after.js';
import type { Fetch } from '../../core/wire/transport.js';
import type { Clock } from '../../core/shared/clock.js';
import { UndeliverableError } from './channel.js';

export interface JsonPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** @default the platform's fetch */
  readonly fetch: Fetch | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The receiver answered with a status that is no success. Another attempt may succeed. */
class RefusedDelivery extends Error {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs: number | undefined) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The client errors that another attempt may not meet. 401, 403, 404, 405 and 407: the operator may mend the receiver or
 * its configuration, and the alerts of the meantime must not be lost. 408, 421, 423, 425 and 429 are temporary.
 */
const RETRIED = new Set([401, 403, 404, 405, 407, 408, 421, 423, 425, 429]);

/**
 * Sends JSON, once. Redirects are refused: they would send the headers to another address. The body of the answer is not
 * read, since the status says everything.
 *
 * @throws UndeliverableError for a status that another attempt would meet again, for example 400 and 410
 * @throws Error otherwise. No message contains more of the URL than its host, a header, or a text of the answer.
 */
export async function postJson({ url, headers, body, fetch, clock, signal }: JsonPost): Promise<void> {
  const { host } = new URL(url);
  const response = await send(fetch, url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  }).catch((error: unknown) => {
    const { code } = new ConnectionFailure(error);
    throw new Error(`${host} cannot be reached${code === undefined ? '' : ` (${code})`}`);
  });
  cancelQuietly(response.body);
  const { status, headers: answered } = response;
  if (response.ok && !response.redirected) return;
  if (response.redirected || response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new Error(`${host} answered with a redirect, which is refused. Use the final URL`);
  const message = `${host} answered with status ${status}`;
  if (status >= 400 && status < 500 && !RETRIED.has(status)) throw new UndeliverableError(message);
  throw new RefusedDelivery(message, parseRetryAfter(answered.get('retry-after'), answered.get('date'), clock.now()));
}

/** A fetch of the options may throw instead of rejecting. The platform's fetch is read late: an agent may replace it. */
async function send(fetch: Fetch | undefined, url: string, init: RequestInit): Promise<Response> {
  return (fetch ?? globalThis.fetch)(url, init);
}
