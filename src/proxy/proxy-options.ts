import { baseUrlProblem, normalizeBaseUrl } from '../api/base-url.js';
import type { CredentialsSource } from '../api/credentials.js';
import { checkClientOptions } from '../api/check-client-options.js';
import { inspectNames } from '../api/inspect-names.js';
import { normalizePagePath } from '../api/page-path.js';
import { readMembers } from '../api/read-members.js';
import { issueUnless, refuseIssues } from '../api/refuse-issues.js';
import type { Fetch, TransportOptions } from '../api/transport.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { FleetError, type FleetIssue } from '../shared/fleet-error.js';
import type { Authorize } from './admit.js';

/** What the proxy is to do, and for whom. */
export interface ProxyOptions {
  /** Address of the service: https, or http on loopback. A path in it is kept as a prefix. */
  readonly baseUrl: string | URL;
  /** The account's credentials, or a function that is asked for them before each request. They stay here. */
  readonly credentials: CredentialsSource;
  /**
   * Says whether a request may be made: `true`, or a promise of it, and nothing else lets it pass. It is asked each
   * time, before the body is read, and must leave the body unread.
   *
   * A fleet stops all its polling at a refusal (403): that is the answer for who may not ask at all, `false`. Of an id
   * that is not theirs say `'not-found'` (404): its entry is `missing`, and the others are polled.
   */
  readonly authorize: Authorize;
  /** Whether databases may be created: that costs money. @default false */
  readonly allowCreate?: boolean;
  /** Where the proxy is, such as `/fleet`, in the URLs of the requests that it is given. @default '/' */
  readonly mountPath?: string;
  /**
   * The origins of the pages that may ask, such as `https://app.example.com`. To be given where a server in front makes
   * the URLs of requests others than those the browser sees. @default the origin in the request's own URL
   */
  readonly origins?: readonly string[];
  /** Deadline for each of: `authorize`, the body's arrival, the service's answer; milliseconds. @default 15000 */
  readonly timeoutMs?: number;
  /** Largest database record that is accepted, bytes after decompression. @default 1048576 */
  readonly recordLimitBytes?: number;
  /** Largest list of vector indices that is accepted, bytes after decompression. @default 8388608 */
  readonly listLimitBytes?: number;
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

/** The options, with what they are by default. */
export interface ProxySettings {
  readonly authorize: Authorize;
  readonly allowCreate: boolean;
  /** Without a slash at its end. */
  readonly mountPath: string;
  readonly origins: readonly string[] | undefined;
  readonly recordLimitBytes: number;
  readonly listLimitBytes: number;
  readonly onError: (error: unknown) => void;
  readonly transport: TransportOptions;
}

const CLIENT_NAMES = ['baseUrl', 'credentials', 'timeoutMs', 'recordLimitBytes', 'listLimitBytes', 'fetch', 'clock'];
const NAMES = [...CLIENT_NAMES, 'authorize', 'allowCreate', 'mountPath', 'origins', 'onError'];

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_RECORD_LIMIT_BYTES = 1024 ** 2;
const DEFAULT_LIST_LIMIT_BYTES = 8 * 1024 ** 2;

/**
 * Reads the options, each once, and checks them.
 *
 * @throws FleetError `invalid-request`
 */
export function checkProxyOptions(options: ProxyOptions): ProxySettings {
  const given = readMembers(options, NAMES);
  if (given === undefined) throw new FleetError('invalid-request', 'configure', 'expected an object of options');
  refuseIssues('configure', [...inspectOwn(given), ...inspectNames(options, NAMES)]);
  checkClientOptions(Object.fromEntries(CLIENT_NAMES.map((name) => [name, given[name]])));
  return settingsOf(given as unknown as ProxyOptions);
}

function settingsOf(options: ProxyOptions): ProxySettings {
  const { authorize, origins } = options;
  return {
    authorize,
    allowCreate: options.allowCreate ?? false,
    mountPath: mountPathOf(options.mountPath) ?? '',
    origins: origins && [...origins],
    recordLimitBytes: options.recordLimitBytes ?? DEFAULT_RECORD_LIMIT_BYTES,
    listLimitBytes: options.listLimitBytes ?? DEFAULT_LIST_LIMIT_BYTES,
    onError: options.onError ?? (() => {}),
    transport: {
      baseUrl: normalizeBaseUrl(options.baseUrl),
      credentials: options.credentials,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      clock: options.clock ?? systemClock,
      // Looked up at each call, so that a fetch that is replaced later, as test tools do, counts.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    },
  };
}

/** Says what is wrong with what a client does not have, or may be without. */
function inspectOwn(options: { readonly [name: string]: unknown }): FleetIssue[] {
  const { baseUrl, credentials, authorize, allowCreate, mountPath, origins, onError } = options;
  const address = baseUrlProblem(baseUrl);
  return [
    ...issueUnless(address === undefined, 'baseUrl', address ?? ''),
    ...issueUnless(credentials !== undefined, 'credentials', 'expected the credentials of the account'),
    ...issueUnless(typeof authorize === 'function', 'authorize', 'expected a function that says who may ask'),
    ...issueUnless(allowCreate === undefined || typeof allowCreate === 'boolean', 'allowCreate', 'expected boolean'),
    ...issueUnless(mountPathOf(mountPath) !== undefined, 'mountPath', 'expected a path, such as "/fleet"'),
    ...issueUnless(origins === undefined || areOrigins(origins), 'origins', 'expected ["https://app.example.com"]'),
    ...issueUnless(onError === undefined || typeof onError === 'function', 'onError', 'expected a function'),
  ];
}

function mountPathOf(mountPath: unknown = '/'): string | undefined {
  return normalizePagePath(mountPath);
}

function areOrigins(origins: unknown): boolean {
  return Array.isArray(origins) && origins.length > 0 && origins.every(isOrigin);
}

/** As a browser writes it: it is compared as a text. */
function isOrigin(origin: unknown): boolean {
  return (
    typeof origin === 'string' && /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  );
}
