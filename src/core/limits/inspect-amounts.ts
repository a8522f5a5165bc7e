import { isObject } from '../api/inspect.js';
import { memberPath } from '../api/member-path.js';
import { printableName } from '../api/printable-name.js';
import type { FleetIssue } from '../shared/fleet-error.js';

/** What an object of numbers may hold. */
export interface AmountRules {
  readonly names: readonly string[];
  readonly isRight: (amount: unknown) => boolean;
  /** What `isRight` wants, in words. */
  readonly expected: string;
}

/** More would help nobody. */
const MAX_ISSUES = 20;

/** Says what is wrong in an object of numbers: names that it may not have, and values that are not as they should be. */
export function inspectAmounts(given: unknown, path: string, { names, isRight, expected }: AmountRules): FleetIssue[] {
  if (!isObject(given)) return [{ path, message: 'expected an object' }];
  const issues = Object.entries(given).flatMap(([name, amount]) => {
    const message = names.includes(name) ? `expected ${expected}` : `is none of ${names.join(', ')}`;
    if (names.includes(name) && (amount === undefined || isRight(amount))) return [];
    return [{ path: memberPath(path, printableName(name)), message }];
  });
  return issues.slice(0, MAX_ISSUES);
}
