import * as v from 'valibot';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { aBoolean, aFunction, withMethods } from '../../core/shared/option-schemas.js';
import { BLOCKED_PORTS, LOOPBACK } from '../../core/wire/base-url.js';
import { cancelQuietly } from '../../core/wire/read-text.js';
import { encodeCredentials } from '../../core/wire/credentials.js';
import { ConnectionFailure } from '../../core/wire/failure.js';
import { parseRetryAfter } from '../../core/wire/retry-after.js';
import type { Fetch } from '../../core/wire/transport.js';
import { aName, matching, type MemberProblem } from '../rules/check-members.js';
import { deadline, UndeliverableError } from './channel.js';

/** The options of every channel that sends requests. */
export interface HttpChannelOptions {
  readonly name: string;
  /** https, or http on loopback or with `allowHttp`. No error and no log shows more of it than the host. */
  readonly url: string | URL;
  /** Whether http is allowed for every host. The alerts and headers can then be read on the way. @default false */
  readonly allowHttp?: boolean | undefined;
  /** The deadline of an attempt, milliseconds, at most 600000. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests. @default the platform's fetch */
  readonly fetch?: Fetch | undefined;
  /** Tells the time of each request. @default the clock of the platform */
  readonly clock?: Clock | undefined;
}

const AN_URL = 'an absolute URL';

export const httpChannelEntries = {
  name: aName,
  url: v.pipe(
    v.custom<string | URL>((url) => typeof url === 'string' || url instanceof URL, AN_URL),
    // `URL` ignores spaces around a URL, but a channel adds a path to the text.
    v.transform((url) => String(url).trim()),
    v.check((url) => URL.canParse(url), AN_URL),
  ),
  allowHttp: v.optional(aBoolean),
  timeoutMs: v.optional(deadline),
  fetch: v.optional(aFunction<Fetch>()),
  clock: v.optional(withMethods<Clock>('a Clock', 'now', 'monotonic', 'schedule'), systemClock),
};

/** A string for a header: no control characters, and only characters that fetch can send. */
export const headerValue = matching(/^[\t\x20-\x7e\x80-\xff]+$/, 'a string of characters that a header can hold');

export const headersWith = (isAllowed: (name: string) => boolean = () => true) =>
  v.record(
    v.pipe(
      matching(/^[\w!#$%&'*+.^`|~-]+$/, 'the name of a header'),
      v.check(isAllowed, 'another header: the channel sets this one'),
    ),
    headerValue,
    'an object of headers',
  );

/** HTTP Basic authentication at a receiver. */
export interface PasswordOptions {
  /** Set together with `password`. @default none */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

export const passwordEntries = {
  username: v.optional(matching(/^[^\p{Cc}\p{Cs}:]+$/u, 'a string without a colon and without control characters')),
  password: v.optional(matching(/^[^\p{Cc}\p{Cs}]*$/u, 'a string without control characters')),
};

export function inspectPassword({ username, password }: PasswordOptions): MemberProblem[] {
  if ((username === undefined) === (password === undefined)) return [];
  return [[[username === undefined ? 'username' : 'password'], 'both a username and a password, or neither']];
}

export function authorizationOf(
  token: string | undefined,
  { username, password }: PasswordOptions,
): Readonly<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined || password === undefined) return {};
  return { authorization: `Basic ${encodeCredentials({ username, password })}` };
}

/** Lists the problems of a receiver's URL. @param given without `allowHttp`, http is only for loopback */
export function inspectEndpoint({ url, allowHttp }: Endpoint): MemberProblem[] {
  const { protocol, hostname, port, username, password } = new URL(url);
  const problemOf = (expected: string): MemberProblem[] => [[['url'], expected]];
  if (protocol !== 'https:' && protocol !== 'http:') return problemOf('https:');
  if (protocol === 'http:' && allowHttp !== true && !LOOPBACK.test(hostname))
    return problemOf('https:, or the option allowHttp: http: is only for loopback');
  if (username !== '' || password !== '') return problemOf('a URL without a user name and password');
  if (port !== '' && BLOCKED_PORTS.has(Number(port))) return problemOf(`another port: fetch refuses port ${port}`);
  return [];
}

type Endpoint = Pick<HttpChannelOptions, 'allowHttp'> & { readonly url: string };

/** Lists the problems of a receiver whose URL gets a path, and that takes a password or a token. */
export function inspectReceiver(
  given: Endpoint & PasswordOptions,
  tokenName: string,
  token: string | undefined,
): MemberProblem[] {
  const problems = [...inspectEndpoint(given), ...inspectPassword(given)];
  if (/[?#]/.test(given.url)) problems.push([['url'], 'a URL without a query and a fragment']);
  if (given.username !== undefined && token !== undefined)
    problems.push([[tokenName], `either a password or a ${tokenName}`]);
  return problems;
}

/**
 * The client errors that are tried again. 408, 421, 423, 425 and 429 are temporary. For the others, the operator may
 * correct the receiver or its configuration, and no alert may be lost until then.
 */
const RETRIED = new Set([401, 403, 404, 405, 407, 408, 421, 423, 425, 429]);

/**
 * Sends a request, once. Redirects are refused: they would send the headers to another address. The body of the answer
 * is not read, since only the status counts.
 * @throws UndeliverableError for a status that every attempt would get, for example 400 and 410
 * @throws Error otherwise. No message contains more of the URL than its host, a header, or a text of the answer.
 */
export async function request(
  url: string,
  init: RequestInit,
  { fetch, clock }: Pick<HttpChannelOptions, 'fetch'> & { readonly clock: Clock },
): Promise<void> {
  const { host } = new URL(url);
  const own = { redirect: 'manual', cache: 'no-store', credentials: 'omit' } as const;
  // A fetch of the options may throw instead of rejecting. The platform's fetch is read late: an agent may replace it.
  const sending = Promise.resolve().then(() => (fetch ?? globalThis.fetch)(url, { ...init, ...own }));
  const response = await sending.catch((error: unknown) => {
    const { code } = new ConnectionFailure(error);
    throw new Error(`${host} cannot be reached${code === undefined ? '' : ` (${code})`}`);
  });
  cancelQuietly(response.body);
  const { status, headers } = response;
  if (response.ok && !response.redirected) return;
  if (response.redirected || response.type === 'opaqueredirect' || (status >= 300 && status < 400))
    throw new Error(`${host} answered with a redirect, which is refused. Use the final URL`);
  const message = `${host} answered with status ${status}`;
  if (status >= 400 && status < 500 && !RETRIED.has(status)) throw new UndeliverableError(message);
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), clock.now());
  throw Object.assign(new Error(message), { retryAfterMs });
}
