import type { FleetIssue } from './fleet-error.js';
import { printableName } from './printable-name.js';
import { readOwnMembers } from './read-members.js';
import { issueUnless } from './refuse-issues.js';

/** The rule of an option that is given: a test, and the expected value in words. */
export type OptionRule = readonly [isRight: (value: unknown) => boolean, expected: string];

/** The names of all options with their rules. Other code checks an option without a rule. */
export type OptionRules = Readonly<Record<string, OptionRule | undefined>>;

type Members = Readonly<Record<string, unknown>>;

export const aBoolean: OptionRule = [(value) => typeof value === 'boolean', 'a boolean'];

export const anAmount: OptionRule = [(value) => typeof value === 'number' && value >= 0, '0 or more'];

export const aFunction: OptionRule = [(value) => typeof value === 'function', 'a function'];

/**
 * Reads each option once and lists the problems. Only own properties are options, so that a polluted prototype has no
 * effect.
 *
 * @returns `given` is `undefined` for a value that is not an object, or that throws.
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

const notOptions: FleetIssue = { path: '', message: 'expected an object of options' };

/** Lists the unknown options. A misspelt option would otherwise have no effect, without a message. */
export function inspectNames(options: object, known: readonly string[]): FleetIssue[] {
  try {
    return Object.keys(options)
      .filter((name) => !known.includes(name))
      .map((name) => ({ path: printableName(name), message: `unknown option, expected one of ${known.join(', ')}` }));
  } catch {
    // A proxy may throw.
    return [notOptions];
  }
}

/** Lists the options that break their rule. */
function inspectOptions(given: Members | undefined, rules: OptionRules): FleetIssue[] {
  if (given === undefined) return [notOptions];
  return Object.entries(rules).flatMap(([name, [isRight, expected] = ANY]) =>
    issueUnless(given[name] === undefined || isRight(given[name]), name, `expected ${expected}`),
  );
}

const ANY: OptionRule = [() => true, ''];
