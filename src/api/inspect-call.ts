import { FleetError, type FleetIssue, type Operation } from '../shared/fleet-error.js';
import { inspectCredentials } from './credentials.js';
import { identifierProblem } from './identifier.js';
import { isObject } from './inspect.js';

/** The longest delay that a timer holds, 24 days: surely no deadline. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws FleetError `invalid-request` with all issues, if there is one. */
export function refuseIssues(operation: Operation, issues: readonly FleetIssue[]): void {
  if (issues.length === 0) return;
  const message = issues.map((issue) => (issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`)).join('; ');
  throw new FleetError('invalid-request', operation, message, { issues });
}

/** Says what is wrong with a client's options, but for `baseUrl`. */
export function inspectOptions(options: unknown): FleetIssue[] {
  if (!isObject(options)) return [{ path: '', message: 'expected an object of options' }];
  const { credentials, timeoutMs, fetch }: { credentials?: unknown; timeoutMs?: unknown; fetch?: unknown } = options;
  return [
    ...(credentials === undefined || typeof credentials === 'function' ? [] : inspectCredentials(credentials)),
    ...issueUnless(
      timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS),
      'timeoutMs',
      `expected milliseconds, more than 0 and at most ${MAX_TIMEOUT_MS}`,
    ),
    ...issueUnless(fetch === undefined || typeof fetch === 'function', 'fetch', 'expected a function'),
  ];
}

/** Says what is wrong with the id of a request. */
export function inspectId(id: unknown): FleetIssue[] {
  const problem = identifierProblem(id);
  return problem === undefined ? [] : [{ path: 'id', message: problem }];
}

/** Says what is wrong with the options of a request; `credentials` is that of a read. */
export function inspectCallOptions(options: unknown): FleetIssue[] {
  if (!isObject(options)) return [{ path: '', message: 'expected an object of options' }];
  const { signal, credentials }: { signal?: unknown; credentials?: unknown } = options;
  return [
    ...issueUnless(signal === undefined || isAbortSignal(signal), 'signal', 'expected an AbortSignal'),
    ...issueUnless(
      credentials === undefined || credentials === 'hide' || credentials === 'show',
      'credentials',
      'expected "hide" | "show"',
    ),
  ];
}

function issueUnless(isRight: boolean, path: string, message: string): FleetIssue[] {
  return isRight ? [] : [{ path, message }];
}

/** By its shape: a signal may come from another realm, or from a polyfill. */
function isAbortSignal(value: unknown): boolean {
  return isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function';
}
