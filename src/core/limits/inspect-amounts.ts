import { isObject } from '../shared/is-object.js';
import { memberPath, printableName } from '../shared/member-path.js';
import type { FleetIssue } from '../shared/fleet-error.js';

/** The allowed members of an object. */
export interface AmountRules {
  readonly names: readonly string[];
  readonly isValid: (amount: unknown) => boolean;
  /** Describes a valid value, for messages. */
  readonly expected: string;
}

/** Bounds the size of the error. */
const MAX_ISSUES = 20;

/** Returns an issue for each unknown name and each invalid value of an object. */
export function inspectAmounts(given: unknown, path: string, { names, isValid, expected }: AmountRules): FleetIssue[] {
  if (!isObject(given)) return [{ path, message: 'expected an object' }];
  const issues = Object.entries(given).flatMap(([name, amount]) => {
    const isKnown = names.includes(name);
    const message = isKnown ? `expected ${expected}` : `unknown name; expected one of: ${names.join(', ')}`;
    if (isKnown && (amount === undefined || isValid(amount))) return [];
    return [{ path: memberPath(path, printableName(name)), message }];
  });
  return issues.slice(0, MAX_ISSUES);
}
