import { LOOPBACK } from '../core/wire/base-url.js';
import { parseJson } from '../core/wire/parse-json.js';
import { cancelQuietly, readWholeBody, UnusableAnswer } from '../core/wire/read-text.js';
import type { Fetch } from '../core/wire/transport.js';
import { ReadFailure } from './read-failure.js';

export interface JsonRequest {
  /** Must be https, or http on loopback. Without `headers`, which may hold a secret, http is allowed everywhere. */
  readonly url: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default the platform's fetch */
  readonly fetch: Fetch | undefined;
  readonly signal: AbortSignal;
  /** The maximum size of the answer, bytes after decompression. */
  readonly limitBytes: number;
}

/** Reads JSON. A redirect, which would get the headers, is a failure. @throws ReadFailure without address or text */
export async function getJson(request: JsonRequest): Promise<unknown> {
  const { url, headers, fetch: send = fetch, signal, limitBytes } = request;
  const address = checkedUrl(url, headers !== undefined);
  const response = await send(address, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    signal,
  }).catch((error: unknown) => {
    throw new ReadFailure(`the endpoint cannot be reached${codeOf(error)}`);
  });
  try {
    if (!response.ok) throw refusal(response);
    const text = await readWholeBody(response.body, limitBytes).catch((error: unknown) => {
      throw new ReadFailure(error instanceof UnusableAnswer ? error.message : 'the answer is incomplete');
    });
    const value = parseJson(text);
    if (value === undefined) throw new ReadFailure('the answer is not JSON');
    return value;
  } catch (error) {
    cancelQuietly(response.bodyUsed ? null : response.body);
    throw error;
  }
}

function checkedUrl(given: unknown, hasHeaders: boolean): string {
  const text = given instanceof URL ? given.href : given;
  if (typeof text !== 'string' || !URL.canParse(text)) throw new ReadFailure('the URL is not an absolute URL');
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) throw new ReadFailure('the URL contains a user name or password. Send them in headers');
  if (protocol === 'https:') return text;
  if (protocol !== 'http:') throw new ReadFailure('the URL is neither https: nor http:');
  if (hasHeaders && !LOOPBACK.test(hostname))
    throw new ReadFailure('the URL is http:, which would send the headers in plain text. Use https:');
  return text;
}

function refusal({ status, type }: Response): ReadFailure {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new ReadFailure('the endpoint answers with a redirect, which is not followed. Use the final URL', status);
  if (status === 401 || status === 403)
    return new ReadFailure(`the endpoint refuses the credentials (${status})`, status);
  return new ReadFailure(`the endpoint answers with the status ${status}`, status);
}

/** The code of a failed connection, such as ` (ECONNREFUSED)`. Browsers have none. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  const code = cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : '';
}
