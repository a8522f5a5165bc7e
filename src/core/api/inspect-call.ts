import type { FleetIssue, Operation } from '../shared/fleet-error.js';
import type { Database } from './database.js';
import { hasMethods } from './has-methods.js';
import { inspectOptions, type OptionRule, type OptionRules } from './read-options.js';
import { readMembers, readOwnMembers } from './read-members.js';
import { issueUnless, refuseIssues } from './refuse-issues.js';
import type { VectorIndex } from './vector-index.js';

/** What every operation takes. */
export interface CallOptions {
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateDatabaseOptions extends CallOptions {
  /** Lets fields and enum values through that are newer than api.md. @default false */
  readonly allowUndocumented?: boolean | undefined;
}

export interface GetDatabaseOptions extends CallOptions {
  /** `hide`: the service leaves credentials out of its answer. @default 'hide' */
  readonly credentials?: 'hide' | 'show' | undefined;
  /** An earlier answer for this id. What is equal is shared with it; an equal answer is that very object. */
  readonly previous?: Database | undefined;
}

export interface ListVectorIndicesOptions extends CallOptions {
  /** An earlier answer. What is equal is shared with it; an equal answer is that very list. */
  readonly previous?: readonly VectorIndex[] | undefined;
}

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
