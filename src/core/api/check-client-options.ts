import type { FleetIssue } from '../shared/fleet-error.js';
import { baseUrlProblem } from './base-url.js';
import { inspectCredentials } from './credentials.js';
import { hasMethods } from './has-methods.js';
import { normalizePagePath } from './page-path.js';
import { aFunction, readOptions, type OptionRule, type OptionRules } from './read-options.js';
import { issueOf, refuseIssues } from './refuse-issues.js';

/** The longest delay that a timer holds, 24 days: surely no deadline. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

const aSize: OptionRule = [isCount, 'bytes, an integer, 1 or more'];

const CLIENT_OPTIONS: OptionRules = {
  baseUrl: undefined,
  credentials: undefined,
  timeoutMs: [
    (value) => typeof value === 'number' && value > 0 && value <= MAX_TIMEOUT_MS,
    `milliseconds, more than 0 and at most ${MAX_TIMEOUT_MS}`,
  ],
  recordLimitBytes: aSize,
  listLimitBytes: aSize,
  listLimitItems: [isCount, 'an integer, 1 or more'],
  fetch: aFunction,
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a Clock'],
  texts: [hasMethods('recall', 'keep'), 'AnswerTexts'],
};

/**
 * Reads the options of a client, each once, and checks them.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function checkClientOptions<O extends Access>(options: O): O {
  const { given, issues } = readOptions(options, CLIENT_OPTIONS);
  refuseIssues('configure', [...(given ? inspectAccess(given) : []), ...issues]);
  return given as O;
}

/** What depends on each other. */
interface Access {
  readonly baseUrl?: unknown;
  readonly credentials?: unknown;
}

function inspectAccess({ baseUrl, credentials }: Access): FleetIssue[] {
  return [
    ...issueOf(addressProblem(baseUrl, credentials), 'baseUrl'),
    ...(credentials === undefined ? [] : inspectCredentials(credentials)),
  ];
}

function addressProblem(baseUrl: unknown, credentials: unknown): string | undefined {
  if (normalizePagePath(baseUrl) === undefined) return baseUrlProblem(baseUrl);
  return credentials === undefined ? undefined : 'a path alone is for a proxy, which adds the credentials itself';
}
