import { FleetError, type FleetIssue, type Operation } from '../shared/fleet-error.js';
import { baseUrlProblem } from './base-url.js';
import { inspectCredentials } from './credentials.js';
import { identifierProblem } from './identifier.js';
import { inspectNames } from './inspect-names.js';
import { isObject } from './inspect.js';
import { normalizePagePath } from './page-path.js';
import { readMembers } from './read-members.js';

/** The longest delay that a timer holds, 24 days: surely no deadline. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const CLIENT_OPTIONS = [
  'baseUrl',
  'credentials',
  'timeoutMs',
  'recordLimitBytes',
  'listLimitBytes',
  'fetch',
  'clock',
  'texts',
];

/**
 * Reads the options of a client, each once, and checks them.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function checkOptions<O extends object>(options: O): O {
  const given = readMembers(options, CLIENT_OPTIONS);
  refuseIssues('configure', [...inspectOptions(given), ...(given ? inspectNames(options, CLIENT_OPTIONS) : [])]);
  return given as O;
}

/** What the three operations take. */
const CALL_OPTIONS = ['signal', 'credentials', 'allowUndocumented', 'previous'];

/**
 * Reads the options of a request, each once, and checks them together with its arguments.
 *
 * @throws FleetError `invalid-request` with all issues
 */
export function checkCall<O extends object>(
  operation: Operation,
  options: O | undefined,
  inspectArguments: (options: Partial<O>) => FleetIssue[],
): Partial<O> {
  const given = options === undefined ? {} : (readMembers(options, CALL_OPTIONS) as Partial<O> | undefined);
  const issues = inspectArguments(given ?? {});
  refuseIssues(operation, options === undefined ? issues : [...issues, ...inspectCallOptions(given)]);
  return given ?? {};
}

/** @throws FleetError `invalid-request` with all issues, if there is one. */
export function refuseIssues(operation: Operation, issues: readonly FleetIssue[]): void {
  if (issues.length === 0) return;
  const message = issues
    .map((issue) => (issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`))
    .join('; ');
  throw new FleetError('invalid-request', operation, message, { issues });
}

/** Says what is wrong with a client's options. */
function inspectOptions(options: unknown): FleetIssue[] {
  if (!isObject(options)) return [{ path: '', message: 'expected an object of options' }];
  const { baseUrl, credentials, timeoutMs, fetch, clock, texts }: { readonly [name: string]: unknown } = options;
  const address = addressProblem(baseUrl, credentials);
  return [
    ...issueUnless(address === undefined, 'baseUrl', address ?? ''),
    ...(credentials === undefined || typeof credentials === 'function' ? [] : inspectCredentials(credentials)),
    ...issueUnless(
      timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS),
      'timeoutMs',
      `expected milliseconds, more than 0 and at most ${MAX_TIMEOUT_MS}`,
    ),
    ...['recordLimitBytes', 'listLimitBytes'].flatMap((name) =>
      issueUnless(options[name] === undefined || isSize(options[name]), name, 'expected bytes, an integer, 1 or more'),
    ),
    ...issueUnless(fetch === undefined || typeof fetch === 'function', 'fetch', 'expected a function'),
    ...issueUnless(clock === undefined || hasMethods(clock, CLOCK_METHODS), 'clock', 'expected a Clock'),
    ...issueUnless(texts === undefined || hasMethods(texts, TEXTS_METHODS), 'texts', 'expected AnswerTexts'),
  ];
}

function addressProblem(baseUrl: unknown, credentials: unknown): string | undefined {
  if (normalizePagePath(baseUrl) === undefined) return baseUrlProblem(baseUrl);
  return credentials === undefined ? undefined : 'a path alone is for a proxy, which adds the credentials itself';
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Says what is wrong with the id of a request. */
export function inspectId(id: unknown): FleetIssue[] {
  const problem = identifierProblem(id);
  return problem === undefined ? [] : [{ path: 'id', message: problem }];
}

/** Says what is wrong with the options of a request, of whichever operation. */
function inspectCallOptions(options: unknown): FleetIssue[] {
  if (!isObject(options)) return [{ path: '', message: 'expected an object of options' }];
  const { signal, credentials, allowUndocumented }: { readonly [name: string]: unknown } = options;
  return [
    ...issueUnless(signal === undefined || isAbortSignal(signal), 'signal', 'expected an AbortSignal'),
    ...issueUnless(
      credentials === undefined || credentials === 'hide' || credentials === 'show',
      'credentials',
      'expected "hide" | "show"',
    ),
    ...issueUnless(
      allowUndocumented === undefined || typeof allowUndocumented === 'boolean',
      'allowUndocumented',
      'expected boolean',
    ),
  ];
}

/** Says what is wrong with an earlier record of a database. */
export function inspectPreviousRecord(previous: unknown): FleetIssue[] {
  return issueUnless(
    previous === undefined || hasId(previous, 'database_id'),
    'previous',
    'expected an earlier answer',
  );
}

/** Says what is wrong with an earlier list of vector indices. */
export function inspectPreviousList(previous: unknown): FleetIssue[] {
  return issueUnless(previous === undefined || isListOfRecords(previous), 'previous', 'expected an earlier answer');
}

function isListOfRecords(list: unknown): boolean {
  try {
    return Array.isArray(list) && list.every((record) => hasId(record, 'id'));
  } catch {
    // A proxy may throw even there.
    return false;
  }
}

function hasId(record: unknown, field: string): boolean {
  return typeof readMembers(record, [field])?.[field] === 'string';
}

export function issueUnless(isRight: boolean, path: string, message: string): FleetIssue[] {
  return isRight ? [] : [{ path, message }];
}

const CLOCK_METHODS = ['now', 'monotonic', 'schedule'];
const TEXTS_METHODS = ['recall', 'keep'];

/** By its shape: a signal may come from another realm, or from a polyfill. */
export function isAbortSignal(value: unknown): boolean {
  const aborted = readMembers(value, ['aborted'])?.['aborted'];
  return typeof aborted === 'boolean' && hasMethods(value, ['addEventListener', 'removeEventListener']);
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  const members = readMembers(value, names);
  return members !== undefined && names.every((name) => typeof members[name] === 'function');
}
