import { isBlockedPort } from '../../core/wire/blocked-ports.js';
import { LOOPBACK } from '../../core/wire/base-url.js';
import { hasMethods } from '../../core/shared/has-methods.js';
import { isObject } from '../../core/shared/is-object.js';
import { aBoolean, aFunction, type OptionRule } from '../../core/shared/read-options.js';
import { issueOf } from '../../core/shared/refuse-issues.js';
import type { Fetch } from '../../core/wire/transport.js';
import type { Clock } from '../../core/shared/clock.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';

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

const MAX_TIMEOUT_MS = 600_000;

export const aDeadline: OptionRule = [
  (value) => typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_MS,
  `milliseconds, more than 0 and at most ${MAX_TIMEOUT_MS}`,
];

const MIN_REPEAT_MS = 1000;

/** The rule of a channel's name, which is also the name of a metric's label and part of a key of the state. */
export const aChannelName: OptionRule = [
  (value) => typeof value === 'string' && /^[\w-]{1,100}$/.test(value),
  '1 to 100 letters, digits, "-" and "_"',
];

export const aRepeatInterval: OptionRule = [
  (value) => Number.isFinite(value) && (value as number) >= MIN_REPEAT_MS,
  `milliseconds, at least ${MIN_REPEAT_MS}`,
];

/** The rules of {@link HttpChannelOptions}. */
export const httpChannelRules = {
  name: aChannelName,
  url: undefined,
  allowHttp: aBoolean,
  timeoutMs: aDeadline,
  fetch: aFunction,
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a Clock'] as OptionRule,
};

/** A string for a header: no control characters, and only characters that fetch can send. */
export const aHeaderValue: OptionRule = [
  (value) => typeof value === 'string' && value !== '' && /^[\t\x20-\x7e\x80-\xff]+$/.test(value),
  'a string of characters that a header can hold',
];

/** Lists the problems of texts by name, such as labels. */
export function inspectTexts(
  path: string,
  texts: unknown,
  problemOfName: (name: string) => string | undefined,
  [isRight, expected]: OptionRule,
): FleetIssue[] {
  if (texts === undefined) return [];
  if (!isObject(texts)) return [{ path, message: 'expected an object' }];
  return Object.entries(texts).flatMap(([name, value]) =>
    issueOf(
      problemOfName(name) ?? (isRight(value) ? undefined : `expected ${expected}`),
      `${path}.${name.slice(0, 64)}`,
    ),
  );
}

/**
 * Lists the problems of the options that every channel with requests needs.
 *
 * @param isPlainAllowed whether http is allowed for hosts other than loopback
 */
export function inspectEndpoint({ name, url }: HttpChannelOptions, isPlainAllowed: boolean): FleetIssue[] {
  return [
    ...issueOf(name === undefined ? `expected ${aChannelName[1]}` : undefined, 'name'),
    ...issueOf(endpointProblem(url, isPlainAllowed), 'url'),
  ];
}

/** Returns the problem of a receiver's URL; `undefined` for a valid one. */
function endpointProblem(given: unknown, isPlainAllowed: boolean): string | undefined {
  const text = given instanceof URL ? given.href : given;
  if (typeof text !== 'string' || !URL.canParse(text)) return 'expected an absolute URL';
  const { protocol, hostname, port, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'expected https:';
  if (protocol === 'http:' && !isPlainAllowed && !LOOPBACK.test(hostname))
    return 'http: is only for loopback, expected https:, or the option allowHttp';
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (port !== '' && isBlockedPort(Number(port))) return `fetch refuses port ${port}`;
  return undefined;
}
