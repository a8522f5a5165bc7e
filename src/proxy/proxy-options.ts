import { baseUrlProblem } from '../core/api/base-url.js';
import { aCount, aTimeout, clientRules, clientSettings, type ClientSettings } from '../core/api/client-options.js';
import { inspectCredentials } from '../core/api/credentials.js';
import { normalizePagePath } from '../core/api/page-path.js';
import { aFunction, readOptions, type OptionRule, type OptionRules } from '../core/api/read-options.js';
import { issueOf, issueUnless, refuseIssues } from '../core/api/refuse-issues.js';
import type { Fetch } from '../core/api/transport.js';
import type { Clock } from '../core/shared/clock.js';
import type { FleetIssue } from '../core/shared/fleet-error.js';
import { areAbsent, type AccountCredentialsSource } from './account-credentials.js';
import type { Authorize } from './admit.js';
import type { FilterIndices } from './filter-indices.js';

/** What the proxy is to do, and for whom. */
export interface ProxyOptions {
  /** Address of the service: https, or http on loopback. A path in it is kept as a prefix. */
  readonly baseUrl: string | URL;
  /**
   * The account's credentials, or a function that the proxy calls for them before each request. They never leave the
   * server. Where they are absent, as in a build without environment variables, the proxy answers 500 to each request
   * and tells `onError` why.
   */
  readonly credentials: AccountCredentialsSource | undefined;
  /**
   * Says whether a request may be made: `true`, or a promise of it, and nothing else lets it pass. It is asked each
   * time, before the body is read, and must leave the body unread.
   *
   * A fleet stops all its polling at a refusal (403): that is the answer for who may not ask at all, `false`. Of an id
   * that is not theirs say `'not-found'` (404): its entry is `missing`, and the others are polled.
   */
  readonly authorize: Authorize;
  /**
   * Chooses the vector indices that a visitor sees: it gets the visitor's request and the whole list, without tokens,
   * and returns the elements to send. The list keeps the order of the service. @default every index
   *
   * @example
   * ```ts
   * filterIndices: async (request, indices) => {
   *   const { email } = await sessionOf(request);
   *   return indices.filter((index) => index.customer_id === email);
   * }
   * ```
   */
  readonly filterIndices?: FilterIndices;
  /** Whether databases may be created: that costs money. @default false */
  readonly allowCreate?: boolean;
  /**
   * Whether fields that api.md does not document reach the page. Credential fields never do. A secret in a field of
   * an unknown name is not recognised, so leave this off unless you know what your service sends. @default false
   */
  readonly passUnknown?: boolean;
  /** Where the proxy is, such as `/fleet`, in the URLs of the requests that it is given. @default '/' */
  readonly mountPath?: string;
  /**
   * The origins of the pages that may ask, such as `https://app.example.com`. To be given where a server in front makes
   * the URLs of requests others than those the browser sees. @default the origin in the request's own URL
   */
  readonly origins?: readonly string[];
  /**
   * Deadline for each of: `authorize`, `filterIndices`, the credentials function, the body's arrival, the service's
   * answer; milliseconds. @default 15000
   */
  readonly timeoutMs?: number;
  /** Most requests to the service at once, for all visitors together. Further requests wait. @default 8 */
  readonly concurrency?: number;
  /**
   * How long a request waits for its turn, milliseconds; then it is not sent, and its visitor gets 429.
   * @default 10000
   */
  readonly queueTimeoutMs?: number;
  /** Largest database record that is accepted, bytes after decompression. @default 1048576 */
  readonly recordLimitBytes?: number;
  /** Largest list of vector indices that is accepted, bytes after decompression. @default 8388608 */
  readonly listLimitBytes?: number;
  /** Most items that a list of vector indices may have. @default 20000 */
  readonly listLimitItems?: number;
  /** Any implementation of fetch. @default the platform's */
  readonly fetch?: Fetch;
  /** Where time comes from. @default the platform's clock */
  readonly clock?: Clock;
  /**
   * Hears why a request was not served: a `FleetError` where the service or the way to it failed, and whatever
   * `authorize` threw. @default nobody hears it
   */
  readonly onError?: (error: unknown) => void;
}

/** The options with their defaults. */
export interface ProxySettings extends ClientSettings {
  readonly authorize: Authorize;
  readonly allowCreate: boolean;
  readonly passUnknown: boolean;
  /** Without a slash at its end. */
  readonly mountPath: string;
  readonly origins: readonly string[] | undefined;
  readonly credentials: AccountCredentialsSource | undefined;
  readonly filterIndices: FilterIndices | undefined;
  readonly concurrency: number;
  readonly queueTimeoutMs: number;
  readonly onError: (error: unknown) => void;
}

const aBoolean: OptionRule = [(value) => typeof value === 'boolean', 'boolean'];

const PROXY_OPTIONS: OptionRules = {
  ...clientRules,
  authorize: undefined,
  filterIndices: aFunction,
  allowCreate: aBoolean,
  passUnknown: aBoolean,
  mountPath: [(value) => mountPathOf(value) !== undefined, 'a path, such as "/fleet"'],
  origins: [areOrigins, 'origins without wildcards, such as ["https://app.example.com"]'],
  concurrency: aCount,
  queueTimeoutMs: aTimeout,
  onError: aFunction,
};

/**
 * Reads each option once and checks it.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 */
export function readProxyOptions(options: ProxyOptions): ProxySettings {
  const { given, issues } = readOptions(options, PROXY_OPTIONS);
  refuseIssues('configure', [...(given ? inspectRequired(given) : []), ...issues]);
  return settingsOf(given as ProxyOptions);
}

/** Checks the options that a proxy cannot work without. Absent credentials are reported at the first request. */
function inspectRequired({ baseUrl, authorize, credentials }: ProxyOptions): FleetIssue[] {
  return [
    ...issueOf(baseUrlProblem(baseUrl), 'baseUrl'),
    ...issueUnless(typeof authorize === 'function', 'authorize', 'expected a function that decides who may ask'),
    ...(areAbsent(credentials) ? [] : inspectCredentials(credentials)),
  ];
}

function settingsOf(options: ProxyOptions): ProxySettings {
  const { authorize, credentials, filterIndices, origins } = options;
  return {
    ...clientSettings(options),
    authorize,
    credentials,
    filterIndices,
    allowCreate: options.allowCreate ?? false,
    passUnknown: options.passUnknown ?? false,
    mountPath: mountPathOf(options.mountPath) ?? '',
    origins: origins && [...origins],
    concurrency: options.concurrency ?? 8,
    // Less than the 15 s after which a page's fleet gives up by default.
    queueTimeoutMs: options.queueTimeoutMs ?? 10_000,
    onError: options.onError ?? (() => {}),
  };
}

function mountPathOf(mountPath: unknown = '/'): string | undefined {
  return normalizePagePath(mountPath);
}

function areOrigins(origins: unknown): boolean {
  return Array.isArray(origins) && origins.length > 0 && origins.every(isOrigin);
}

/** An origin as a browser writes it. The proxy compares texts, so a wildcard would match no page. */
function isOrigin(origin: unknown): boolean {
  if (typeof origin !== 'string' || origin.includes('*')) return false;
  return /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}
