import type { FleetIssue, Operation } from '../shared/fleet-error.js';
import { hasMethods } from './has-methods.js';
import { inspectOptions, type OptionRule, type OptionRules } from './read-options.js';
import { readMembers, readOwnMembers } from './read-members.js';
import { issueUnless, refuseIssues } from './refuse-issues.js';

/** By its shape: a signal may come from another realm, or from a polyfill. */
function isAbortSignal(value: unknown): boolean {
  const aborted = readMembers(value, ['aborted'])?.['aborted'];
  return typeof aborted === 'boolean' && hasMethods('addEventListener', 'removeEventListener')(value);
}

export const aSignal: OptionRule = [isAbortSignal, 'an AbortSignal'];

/** What the three operations take. */
const CALL_OPTIONS: OptionRules = {
  signal: aSignal,
  credentials: [(value) => value === 'hide' || value === 'show', '"hide" | "show"'],
  allowUndocumented: [(value) => typeof value === 'boolean', 'boolean'],
  previous: undefined,
};
const NAMES = Object.keys(CALL_OPTIONS);

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
  const given = readOwnMembers(options === undefined ? {} : options, NAMES) as Partial<O> | undefined;
  refuseIssues(operation, [...inspectArguments(given ?? {}), ...inspectOptions(given, CALL_OPTIONS)]);
  return given ?? {};
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
