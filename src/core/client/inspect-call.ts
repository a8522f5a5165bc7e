import type { FleetIssue, Operation } from '../shared/fleet-error.js';
import type { Database } from '../records/database.js';
import { hasMethods } from '../shared/has-methods.js';
import { aBoolean, readOptions, type OptionRule, type OptionRules } from '../shared/read-options.js';
import { readMembers } from '../shared/read-members.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import type { VectorIndex } from '../records/vector-index.js';

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

const signal: OptionRule = [isAbortSignal, 'an AbortSignal'];

/** The rules of the options of each request. */
export const callRules = { signal } satisfies OptionRules;

export const createDatabaseRules = { signal, allowUndocumented: aBoolean } satisfies OptionRules;

export const getDatabaseRules: OptionRules = {
  signal,
  credentials: [(value) => value === 'hide' || value === 'show', '"hide" | "show"'],
  previous: [(value) => hasId(value, 'database_id'), 'an earlier answer'],
};

export const listVectorIndicesRules: OptionRules = { signal, previous: [isListOfRecords, 'an earlier answer'] };

/**
 * Reads each option of a request once, and checks the options together with its arguments.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem
 */
export function checkCall<O extends object>(
  operation: Operation,
  options: O | undefined,
  rules: OptionRules,
  inspectArguments: (options: Partial<O>) => FleetIssue[] = () => [],
): Partial<O> {
  const { given = {}, issues } = readCallOptions(options, rules);
  refuseIssues(operation, [...inspectArguments(given), ...issues]);
  return given;
}

/** Reads options that may contain a signal. Names the mistake of a signal, or its controller, in place of options. */
export function readCallOptions<O extends object>(
  options: O | undefined,
  rules: OptionRules,
): { readonly given: Partial<O> | undefined; readonly issues: FleetIssue[] } {
  if (isAbortSignal(options) || hasMethods('abort')(options))
    return {
      given: undefined,
      issues: [{ path: '', message: 'expected an object of options, not a signal: pass { signal }' }],
    };
  return readOptions<Partial<O>>(options === undefined ? {} : options, rules);
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
