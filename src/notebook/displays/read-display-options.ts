import { identifierProblem, inspectId } from '../../core/wire/identifier.js';
import { isObject } from '../../core/shared/is-object.js';
import { readOptions, type OptionRule, type OptionRules } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { levelsOf } from '../../core/limits/thresholds.js';
import type { Thresholds } from '../../core/fleet/thresholds-option.js';

/** The ids that a display shows. Only valid ids, so that a message about one of them is short. */
export const someIds: OptionRule = [
  (value) => Array.isArray(value) && value.every((id) => identifierProblem(id) === undefined),
  'an array of ids',
];

export const aRowLimit: OptionRule = [
  (value) => Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= 1000,
  'an integer from 1 to 1000',
];

export const someLimitFields: OptionRule = [
  (value) =>
    Array.isArray(value) && value.every((field) => typeof field === 'string' && Object.hasOwn(limitNamed, field)),
  `an array of limits: ${Object.keys(limitNamed).join(', ')}`,
];

/** How many rows a display shows by default. */
export const DEFAULT_LIMIT = 50;

/**
 * Reads each option of a display once and checks it.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 */
export function readDisplayOptions<O extends object>(options: O, rules: OptionRules): O {
  const { given, issues } = readOptions(options, rules);
  refuseIssues('configure', issues);
  return given as O;
}

/** @throws FleetError `invalid-request` */
export function checkDisplayedId(id: unknown): string {
  refuseIssues('configure', inspectId(id));
  return id as string;
}

/** @throws FleetError `invalid-request`, whose `issues` name each invalid threshold */
export function checkThresholds(thresholds: Thresholds | undefined): Thresholds | undefined {
  levelsOf(thresholds);
  return thresholds;
}

/** @throws FleetError `invalid-request` for a value that is neither a record nor an entry */
export function checkRecord(given: unknown, expected: string): void {
  refuseIssues(
    'configure',
    issueUnless(given === undefined || hasId(given), 'record', describeExpected(given, expected)),
  );
  const record = isEntryLike(given) ? given.record : given;
  refuseIssues('configure', issueUnless(isTree(record), 'record', 'expected JSON values without a cycle'));
}

/** @throws FleetError `invalid-request` for a value that is not the record of a vector index */
export function checkIndexRecord(given: unknown): void {
  const mistake = describeMistake(given);
  refuseIssues(
    'configure',
    issueUnless(mistake === undefined, 'record', `expected a vector index, but this is ${mistake}`),
  );
  checkRecord(given, 'a vector index');
}

function describeMistake(given: unknown): string | undefined {
  if (isEntryLike(given)) return 'an entry: pass its `.record`';
  return isObject(given) && 'database_id' in given ? 'a database, which has no throughput' : undefined;
}

/** Every record has an id, and every entry too. */
function hasId(given: unknown): boolean {
  return isObject(given) && ('database_id' in given || 'id' in given);
}

function isEntryLike(given: unknown): given is { readonly record: unknown } {
  return isObject(given) && 'fetching' in given && 'status' in given && 'record' in given;
}

function describeExpected(given: unknown, expected: string): string {
  const isView = isObject(given) && 'value' in given;
  return isView ? `expected ${expected}, but this is a view: pass its \`.value\`` : `expected ${expected}`;
}

/** Whether a value can be written as JSON. A bigint counts as a number. */
function isTree(value: unknown): boolean {
  try {
    JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));
    return true;
  } catch {
    return false;
  }
}
