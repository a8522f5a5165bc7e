import { systemClock, type Clock } from '../shared/clock.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import type { AnswerTexts } from './answer-texts.js';
import { baseUrlProblem, normalizeBaseUrl, normalizePagePath } from '../wire/base-url.js';
import { inspectCredentials, type CredentialsSource } from '../wire/credentials.js';
import * as o from '../shared/option-schemas.js';
import { readOptions } from '../shared/read-options.js';
import { issueOf, refuseIssues } from '../shared/refuse-issues.js';
import type { Fetch } from '../wire/transport.js';

/** The options of a client. */
export interface ManagementClientOptions {
  /**
   * The address of the service: https, or http on loopback. The client keeps a path in it as a prefix. Behind a proxy that
   * adds the credentials, a path alone such as `/fleet` is enough: it belongs to the origin of the page.
   */
  readonly baseUrl: string | URL;
  /**
   * The account's credentials, or a function that the client calls before each request. Omit it behind a proxy.
   *
   * @default none, no `Authorization` header is sent
   */
  readonly credentials?: CredentialsSource | undefined;
  /** The deadline of a request, from its start to the last byte of its response, milliseconds. @default 15000 */
  readonly timeoutMs?: number | undefined;
  /** The maximum size of a database record, bytes after decompression. @default 1048576 */
  readonly recordLimitBytes?: number | undefined;
  /** The maximum size of a list of vector indices, bytes after decompression. @default 8388608 */
  readonly listLimitBytes?: number | undefined;
  /** The maximum number of vector indices in a list. A longer list fails with `bad-response`. @default 20000 */
  readonly listLimitItems?: number | undefined;
  /** An implementation of the standard `fetch`. @default globalThis.fetch, looked up at each request */
  readonly fetch?: Fetch | undefined;
  /** The source of time and timers. @default systemClock */
  readonly clock?: Clock | undefined;
  /**
   * A cache of response texts by database id. If a read returns the same text as `previous`, the client returns `previous`
   * without parsing it. A list keeps its own text.
   *
   * @default none, the client parses every record
   */
  readonly texts?: AnswerTexts | undefined;
}

/** The longest delay of a timer, 24 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const timeout: o.OptionSchema<number> = o.finite(
  `milliseconds, more than 0 and at most ${MAX_TIMEOUT_MS}`,
  (ms) => ms > 0 && ms <= MAX_TIMEOUT_MS,
);

const bytes = o.custom<number>(o.isPositiveInteger, 'bytes, an integer, 1 or more');

/** The options that a client, a fleet and a proxy have in common, with their defaults. */
export const clientEntries = {
  baseUrl: o.checkedElsewhere<string | URL>(),
  credentials: o.checkedElsewhere<CredentialsSource>(),
  timeoutMs: o.optional(timeout, 15_000),
  // A record has about 1.6 kB.
  recordLimitBytes: o.optional(bytes, 1024 ** 2),
  listLimitBytes: o.optional(bytes, 8 * 1024 ** 2),
  // Four times the number of usual items in these bytes. 600,000 tiny items would fit, and take ten seconds to decode.
  listLimitItems: o.optional(o.positiveInteger, 20_000),
  // Looked up at each request, because test tools replace it.
  fetch: o.optional(o.aFunction<Fetch>(), (url, init) => globalThis.fetch(url, init)),
  clock: o.optional(o.withMethods<Clock>('a Clock', 'now', 'monotonic', 'schedule'), systemClock),
};

/** The options of a client, with their defaults. */
export type ClientSettings = Omit<o.OptionsOf<typeof clientEntries>, 'baseUrl' | 'credentials'> &
  Pick<ManagementClientOptions, 'credentials' | 'texts'> & { readonly baseUrl: string };

export function readClientOptions(options: ManagementClientOptions): ClientSettings {
  // Not at the top of the module: bundlers cannot remove a spread there, nor the values in it.
  const texts = o.optional(o.withMethods<AnswerTexts>('AnswerTexts', 'recall', 'keep'));
  return checkClientOptions({ ...clientEntries, texts }, options);
}

/**
 * Checks options that include the options of a client, and adds the defaults.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem
 */
export function checkClientOptions<O extends o.Options>(options: O, given: unknown): o.OptionsOf<O> & ClientSettings {
  const { output, issues } = readOptions(options, given);
  const settings = output as ManagementClientOptions | undefined;
  refuseIssues('configure', [...(settings ? inspectAccess(settings.baseUrl, settings.credentials) : []), ...issues]);
  const { baseUrl } = settings as ManagementClientOptions;
  const address = normalizePagePath(baseUrl) ?? normalizeBaseUrl(baseUrl);
  return { ...settings, baseUrl: address } as o.OptionsOf<O> & ClientSettings;
}

/** Lists the problems of the address and the credentials, which may be absent. */
export function inspectAccess(baseUrl: string | URL, credentials: CredentialsSource | undefined): FleetIssue[] {
  const isPath = normalizePagePath(baseUrl) !== undefined;
  const pathProblem =
    credentials && 'must be an absolute URL if there are credentials: a path alone is for a proxy, which adds them';
  return [
    ...issueOf(isPath ? pathProblem : baseUrlProblem(baseUrl), 'baseUrl'),
    ...(credentials === undefined ? [] : inspectCredentials(credentials)),
  ];
}
