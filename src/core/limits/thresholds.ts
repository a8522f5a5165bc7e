import { raisedStatuses, type RaisedStatus, type StatusLevels, type Thresholds } from '../fleet/thresholds-option.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import { isObject } from '../shared/is-object.js';
import { printableName } from '../shared/member-path.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { limitNamed } from './catalogue.js';
import { inspectAmounts, type AmountRules } from './inspect-amounts.js';
import { isAmount } from './is-amount.js';
import { getOrCreate } from './get-or-create.js';

type Shares = Readonly<Record<RaisedStatus, number>>;

/** The thresholds of one limit, with all defaults filled in. */
export interface ResolvedLevels extends Shares {
  readonly clear: Shares;
}

/** Returns the thresholds of a limit by its field. */
export type LevelsOf = (field: string) => ResolvedLevels;

/** The use of a resource under constant load varies by less than this ratio. */
const CLEAR_BELOW = 0.02;
const MAX_CLEAR_BELOW_SHARE = 0.1;

const DEFAULT_SHARES: Shares = { warning: 0.8, critical: 0.95, exceeded: 1 };
const DEFAULT_LEVELS: ResolvedLevels = {
  ...DEFAULT_SHARES,
  clear: sharesOf((status) => defaultClear(DEFAULT_SHARES[status])),
};
const NO_THRESHOLDS: Thresholds = {};

/** Caches the result by thresholds, so that each thresholds object is checked once. */
const resolved = new WeakMap<object, LevelsOf>();

/**
 * Resolves thresholds. Returns the same function for the same object.
 *
 * @throws FleetError `invalid-request` with an issue for each invalid member.
 */
export function levelsOf(thresholds: Thresholds = NO_THRESHOLDS): LevelsOf {
  return isObject(thresholds) ? getOrCreate(resolved, thresholds, () => resolve(thresholds)) : resolve(thresholds);
}

const SHARES: AmountRules = {
  names: raisedStatuses,
  isValid: (share) => isAmount(share) && share > 0,
  expected: 'a number, more than 0',
};

const OVERRIDES: AmountRules = { names: Object.keys(limitNamed), isValid: isObject, expected: 'an object' };

function resolve(thresholds: unknown): LevelsOf {
  const { overrides = {}, ...levels } = ownMembers<Thresholds>(thresholds);
  const forAll = mergeLevels(levels, DEFAULT_LEVELS);
  const issues = [
    ...inspectLevels(isObject(thresholds) ? levels : thresholds, 'thresholds', forAll),
    ...inspectAmounts(overrides, 'thresholds.overrides', OVERRIDES),
  ];
  const byField = new Map<string, ResolvedLevels>();
  for (const [field, override] of Object.entries(overrides ?? {})) {
    if (!isObject(override)) continue;
    const merged = mergeLevels(override, forAll);
    byField.set(field, merged);
    issues.push(...inspectLevels(override, `thresholds.overrides.${printableName(field)}`, merged));
  }
  refuseIssues('configure', issues);
  return (field) => byField.get(field) ?? forAll;
}

/** Copies the own members into an object without a prototype, so that inherited members do not count. */
function ownMembers<O extends object>(given: unknown): Partial<O> {
  const members: object = { __proto__: null, ...(isObject(given) && given) };
  return members as Partial<O>;
}

function mergeLevels(levels: StatusLevels, otherwise: ResolvedLevels): ResolvedLevels {
  const given = ownMembers<StatusLevels>(levels);
  const cleared = ownMembers<NonNullable<StatusLevels['clear']>>(given.clear);
  const clearOf = (status: RaisedStatus): number => {
    const share = given[status];
    return share === undefined ? otherwise.clear[status] : defaultClear(share);
  };
  return {
    ...sharesOf((status) => given[status] ?? otherwise[status]),
    clear: sharesOf((status) => cleared[status] ?? clearOf(status)),
  };
}

function sharesOf(shareOf: (status: RaisedStatus) => number): Shares {
  return { warning: shareOf('warning'), critical: shareOf('critical'), exceeded: shareOf('exceeded') };
}

function defaultClear(share: number): number {
  return share - Math.min(CLEAR_BELOW, MAX_CLEAR_BELOW_SHARE * share);
}

/** @param merged the thresholds that result from `levels`. */
function inspectLevels(levels: unknown, path: string, merged: ResolvedLevels): FleetIssue[] {
  const { clear = {}, ...shares } = ownMembers<StatusLevels>(levels);
  const issues = [
    ...inspectAmounts(isObject(levels) ? shares : levels, path, SHARES),
    ...inspectAmounts(clear, `${path}.clear`, SHARES),
  ];
  if (issues.length > 0) return issues;
  const isInOrder = merged.warning <= merged.critical && merged.critical <= merged.exceeded;
  if (!isInOrder) return [{ path, message: 'expected warning <= critical <= exceeded' }];
  return raisedStatuses
    .filter((status) => merged.clear[status] > merged[status])
    .map((status) => ({
      path: `${path}.clear.${status}`,
      message: `expected at most ${merged[status]}, the share at which ${status} begins`,
    }));
}
