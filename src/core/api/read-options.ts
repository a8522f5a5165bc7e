import type { FleetIssue } from '../shared/fleet-error.js';
import { inspectNames } from './inspect-names.js';
import { readOwnMembers } from './read-members.js';
import { issueUnless } from './refuse-issues.js';

/** What an option must be if it is given: a test, and the same in words. */
export type OptionRule = readonly [isRight: (value: unknown) => boolean, expected: string];

/** All options that there are; those without a rule are checked by others. */
export type OptionRules = Readonly<Record<string, OptionRule | undefined>>;

type Members = Readonly<Record<string, unknown>>;

export const aFunction: OptionRule = [(value) => typeof value === 'function', 'a function'];

/**
 * Reads an object of options, each once, and says what is wrong with them. Only its own properties are options.
 *
 * @returns no options for what is no object, or cannot be read.
 */
export function readOptions<O extends object>(
  options: O,
  rules: OptionRules,
): { readonly given: O | undefined; readonly issues: FleetIssue[] } {
  const names = Object.keys(rules);
  const given = readOwnMembers(options, names);
  const misspelt = given === undefined ? [] : inspectNames(options, names);
  return { given: given as O | undefined, issues: [...inspectOptions(given, rules), ...misspelt] };
}

/** Says which options are not as they must be. */
export function inspectOptions(given: Members | undefined, rules: OptionRules): FleetIssue[] {
  if (given === undefined) return [{ path: '', message: 'expected an object of options' }];
  return Object.entries(rules).flatMap(([name, [isRight, expected] = ANY]) =>
    issueUnless(given[name] === undefined || isRight(given[name]), name, `expected ${expected}`),
  );
}

const ANY: OptionRule = [() => true, ''];
