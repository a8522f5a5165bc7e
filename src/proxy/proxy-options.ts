import { baseUrlProblem, normalizeBaseUrl, normalizePagePath } from '../core/wire/base-url.js';
import { clientEntries, timeout } from '../core/client/client-options.js';
import { inspectCredentials } from '../core/wire/credentials.js';
import * as o from '../core/shared/option-schemas.js';
import { readOptions } from '../core/shared/read-options.js';
import { issueOf, refuseIssues } from '../core/shared/refuse-issues.js';
import type { Fetch } from '../core/wire/transport.js';
import type { Clock } from '../core/shared/clock.js';
import type { FleetIssue } from '../core/shared/fleet-error.js';
import { areAbsent, type AccountCredentialsSource } from './account-credentials.js';
import type { Authorize } from './admit.js';
import type { FilterIndices } from './filter-indices.js';

/** The options of a proxy. */
export interface ProxyOptions {
  /** The address of the service: https, or http on loopback. The proxy keeps a path in it as a prefix. */
  readonly baseUrl: string | URL;
  /**
   * The account's credentials, or a function that the proxy calls before each request. They never leave the server. Without
   * them, as in a build without environment variables, the proxy answers each request with 500 and tells `onError` why.
   */
  readonly credentials: AccountCredentialsSource | undefined;
  /**
   * Decides whether a request is allowed: only `true`, or a promise of `true`, lets it pass. It must leave the body unread.
   *
   * Return `false` (403) only for a visitor without access: after 403s for three ids in a row, or all ids, the fleet
   * stops polling and tries again within 5 min. Return `'not-found'` (404) for another visitor's id: it is `missing`.
   */
  readonly authorize: Authorize;
  /**
   * Selects the vector indices that a visitor sees. It gets the visitor's request and the whole list, without tokens, and
   * returns the elements to send. The list keeps the order of the service.
   *
   * @default every index
   * @example
   * ```ts
   * filterIndices: async (request, indices) => {
   *   const { email } = await sessionOf(request);
   *   return indices.filter((index) => index.customer_id === email);
   * }
   * ```
   */
  readonly filterIndices?: FilterIndices;
  /** Whether pages can create databases, which costs money. @default false */
  readonly allowCreate?: boolean;
  /**
   * Whether fields that api.md does not document reach the page. Credential fields never do, but the proxy does not
   * recognise a secret in a field of an unknown name.
   *
   * @default false
   */
  readonly passUnknown?: boolean;
  /** The path of the proxy in the URLs of its requests, such as `/fleet`. @default '/' */
  readonly mountPath?: string;
  /**
   * The origins of the pages that may send requests, such as `https://app.example.com`. Set it if a server in front of the
   * proxy changes the URLs of requests.
   *
   * @default the origin of the request's URL
   */
  readonly origins?: readonly string[];
  /**
   * The deadline for each of: `authorize`, `filterIndices`, the credentials function, the request body, and the response of
   * the service, milliseconds.
   *
   * @default 15000
   */
  readonly timeoutMs?: number;
  /** The maximum number of requests in flight to the service, for all visitors together. @default 8 */
  readonly concurrency?: number;
  /**
   * The maximum wait of a request in the queue, milliseconds. After it, the visitor gets 429. The request is not sent.
   *
   * @default 10000
   */
  readonly queueTimeoutMs?: number;
  /** The maximum size of a database record, bytes after decompression. @default 1048576 */
  readonly recordLimitBytes?: number;
  /** The maximum size of a list of vector indices, bytes after decompression. @default 8388608 */
  readonly listLimitBytes?: number;
  /** The maximum number of vector indices in a list. @default 20000 */
  readonly listLimitItems?: number;
  /** An implementation of the standard `fetch`. @default globalThis.fetch, looked up at each request */
  readonly fetch?: Fetch;
  /** The source of time and timers. @default systemClock */
  readonly clock?: Clock;
  /**
   * Called with the reason why a request was not served: a `FleetError` if the service or the connection failed, or the
   * error of `authorize` or `filterIndices`.
   *
   * @default ignores the error
   */
  readonly onError?: (error: unknown) => void;
}

const PROXY_OPTIONS = {
  ...clientEntries,
  credentials: o.checkedElsewhere<AccountCredentialsSource>(),
  authorize: o.custom<Authorize>(
    (value) => typeof value === 'function',
    'a function that decides who may send requests',
  ),
  filterIndices: o.optional(o.aFunction<FilterIndices>()),
  allowCreate: o.optional(o.aBoolean, false),
  passUnknown: o.optional(o.aBoolean, false),
  mountPath: o.optional(
    o.custom<string>((value) => normalizePagePath(value) !== undefined, 'a path, such as "/fleet"'),
    '/',
  ),
  origins: o.optional(
    o.custom<readonly string[]>(areOrigins, 'origins without wildcards, such as ["https://app.example.com"]'),
  ),
  concurrency: o.optional(o.positiveInteger, 8),
  // Less than the 15 s after which a page's fleet gives up by default.
  queueTimeoutMs: o.optional(timeout, 10_000),
  onError: o.optional(o.aFunction<(error: unknown) => void>(), () => {}),
};

/** The options with their defaults. `mountPath` has no slash at its end. */
export interface ProxySettings extends o.OptionsOf<typeof PROXY_OPTIONS> {
  readonly baseUrl: string;
}

/** Checks the options of a proxy, and adds the defaults. @throws FleetError `invalid-request` */
export function readProxyOptions(options: ProxyOptions): ProxySettings {
  const { output, issues } = readOptions(PROXY_OPTIONS, options);
  const given = output as ProxyOptions | undefined;
  refuseIssues('configure', [...(given ? inspectAccount(given) : []), ...issues]);
  const settings = output as ProxySettings;
  const { baseUrl, mountPath } = settings;
  return { ...settings, baseUrl: normalizeBaseUrl(baseUrl), mountPath: normalizePagePath(mountPath) ?? '' };
}

/** Lists the problems of the address and the credentials. Absent credentials are reported at the first request. */
function inspectAccount({ baseUrl, credentials }: ProxyOptions): FleetIssue[] {
  const problems = areAbsent(credentials) ? [] : inspectCredentials(credentials);
  return [...issueOf(baseUrlProblem(baseUrl), 'baseUrl'), ...problems];
}

function areOrigins(origins: unknown): boolean {
  return Array.isArray(origins) && origins.length > 0 && origins.every(isOrigin);
}

/** An origin as a browser writes it. The proxy compares texts, so a wildcard would match no page. */
function isOrigin(origin: unknown): boolean {
  if (typeof origin !== 'string' || origin.includes('*')) return false;
  return /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}
