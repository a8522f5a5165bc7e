import type { FleetIssue, Operation } from '../shared/fleet-error.js';
import type { Database } from './database.js';
import { hasMethods } from './has-methods.js';
import { aBoolean, inspectOptions, type OptionRule, type OptionRules } from './read-options.js';
import { readMembers, readOwnMembers } from './read-members.js';
import { issueUnless, refuseIssues } from './refuse-issues.js';
import type { VectorIndex } from './vector-index.js';

/** The options of every operation. */
export interface CallOptions {
  /** Aborts the request. @default none */
  readonly signal?: AbortSignal | undefined;
}

export interface CreateDatabaseOptions extends CallOptions {
  /** Allows fields and enum values that are newer than api.md. @default false */
  readonly allowUndocumented?: boolean | undefined;
}

export interface GetDatabaseOptions extends CallOptions {
  /** With `hide`, the service removes credentials from its response. @default 'hide' */
  readonly credentials?: 'hide' | 'show' | undefined;
  /** An earlier response for this id. Equal values are shared with it; for an equal response it is returned. @default none */
  readonly previous?: Database | undefined;
}

export interface ListVectorIndicesOptions extends CallOptions {
  /** An earlier response. Equal values are shared with it; for an equal response it is returned. @default none */
  readonly previous?: readonly VectorIndex[] | undefined;
}

/** Checks the shape: a signal may come from another realm, or from a polyfill. */
function isAbortSignal(value: unknown): boolean {
  const aborted = readMembers(value, ['aborted'])?.['aborted'];
  return typeof aborted === 'boolean' && hasMethods('addEventListener', 'removeEventListener')(value);
}

export const aSignal: OptionRule = [isAbortSignal, 'an AbortSignal'];

/** The options of the three operations. */
const CALL_OPTIONS: OptionRules = {
  signal: aSignal,
  credentials: [(value) => value === 'hide' || value === 'show', '"hide" | "show"'],
  allowUndocumented: aBoolean,
  previous: undefined,
};
const NAMES = Object.keys(CALL_OPTIONS);

/**
 * Reads each option of a request once, and checks the options together with its arguments.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem
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

/** Lists the problems of an earlier record of a database. */
export function inspectPreviousRecord(previous: unknown): FleetIssue[] {
  return issueUnless(
    previous === undefined || hasId(previous, 'database_id'),
    'previous',
    'expected an earlier answer',
  );
}

/** Lists the problems of an earlier list of vector indices. */
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
