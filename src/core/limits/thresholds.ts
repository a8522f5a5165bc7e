import { raisedStatuses, type RaisedStatus, type StatusLevels, type Thresholds } from '../fleet/thresholds-option.js';
import { refuseIssues } from '../shared/refuse-issues.js';
import { finite, objectOf, optional } from '../shared/option-schemas.js';
import { checkOptions } from '../shared/read-options.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { limitNamed } from './catalogue.js';
import { getOrCreate } from './get-or-create.js';

type Shares = Readonly<Record<RaisedStatus, number>>;

export interface ResolvedLevels extends Shares {
  readonly clear: Shares;
}

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

const resolved = new WeakMap<object, LevelsOf>();

/** Resolves thresholds. Calls with the same object return the same function. @throws FleetError `invalid-request` */
export function levelsOf(thresholds: Thresholds = NO_THRESHOLDS): LevelsOf {
  return getOrCreate(resolved, thresholds, () => resolve(thresholds));
}

const share = optional(finite('a number, more than 0', (ratio) => ratio > 0));
const shares = { warning: share, critical: share, exceeded: share };
const levelOptions = { ...shares, clear: optional(objectOf(shares)) };
const overrideOption = optional(objectOf(levelOptions));
const overrides = Object.fromEntries(Object.keys(limitNamed).map((field) => [field, overrideOption]));
const thresholdOptions = { ...levelOptions, overrides: optional(objectOf(overrides)) };

function resolve(thresholds: unknown): LevelsOf {
  const { overrides = {}, ...levels } = checkOptions('configure', thresholdOptions, thresholds, 'thresholds');
  const forAll = mergeLevels(levels, DEFAULT_LEVELS);
  const issues = inspectOrder(forAll, 'thresholds');
  const byField = new Map<string, ResolvedLevels>();
  for (const [field, override = {}] of Object.entries<StatusLevels | undefined>(overrides)) {
    const merged = mergeLevels(override, forAll);
    byField.set(field, merged);
    issues.push(...inspectOrder(merged, `thresholds.overrides.${field}`));
  }
  refuseIssues('configure', issues);
  return (field) => byField.get(field) ?? forAll;
}

function mergeLevels(given: StatusLevels, otherwise: ResolvedLevels): ResolvedLevels {
  const clearOf = (status: RaisedStatus): number => {
    const begins = given[status];
    return given.clear?.[status] ?? (begins === undefined ? otherwise.clear[status] : defaultClear(begins));
  };
  return { ...sharesOf((status) => given[status] ?? otherwise[status]), clear: sharesOf(clearOf) };
}

function sharesOf(shareOf: (status: RaisedStatus) => number): Shares {
  return { warning: shareOf('warning'), critical: shareOf('critical'), exceeded: shareOf('exceeded') };
}

export function defaultClear(share: number): number {
  return share - Math.min(CLEAR_BELOW, MAX_CLEAR_BELOW_SHARE * share);
}

function inspectOrder(levels: ResolvedLevels, path: string): FleetIssue[] {
  const isInOrder = levels.warning <= levels.critical && levels.critical <= levels.exceeded;
  if (!isInOrder) return [{ path, message: 'expected warning <= critical <= exceeded' }];
  return raisedStatuses
    .filter((status) => levels.clear[status] > levels[status])
    .map((status) => ({
      path: `${path}.clear.${status}`,
      message: `expected at most ${levels[status]}, the share at which ${status} begins`,
    }));
}
