import { refuseIssues } from '../api/refuse-issues.js';
import { isObject } from '../api/inspect.js';
import { printableName } from '../api/printable-name.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { limitNamed, type LimitField } from './catalogue.js';
import { inspectAmounts, type AmountRules } from './inspect-amounts.js';
import { isAmount } from './is-amount.js';
import { remembered } from './remembered.js';

/** The shares of a limit at which each status begins, and the shares below which it ends. */
export interface StatusLevels {
  /** @default 0.8 */
  readonly warning?: number | undefined;
  /** @default 0.95 */
  readonly critical?: number | undefined;
  /** @default 1 */
  readonly exceeded?: number | undefined;
  /**
   * The share below which each status ends, at most the share at which it begins. Where the two are equal, a use that
   * goes up and down around them changes the status with each report.
   *
   * @default two percentage points (0.02) below the share at which the status begins, but at most a tenth of it
   */
  readonly clear?:
    | {
        readonly warning?: number | undefined;
        readonly critical?: number | undefined;
        readonly exceeded?: number | undefined;
      }
    | undefined;
}

/**
 * At which share of each limit its use gets which status, and below which share it loses the status again: three shares
 * to begin, more than 0, none smaller than the one before; and three to end, none larger than the share to begin.
 *
 * @example
 * ```ts
 * const thresholds: Thresholds = {
 *   warning: 0.7,
 *   clear: { warning: 0.6 },
 *   overrides: { db_max_clients: { warning: 0.5, critical: 0.6 } },
 * };
 * ```
 */
export interface Thresholds extends StatusLevels {
  /**
   * Other shares for single limits. A status that an override leaves out is as for all; a status that an override
   * begins at another share ends at the default below that share, unless the override says where.
   */
  readonly overrides?: { readonly [Field in LimitField]?: StatusLevels };
}

/** The statuses that begin at a threshold, in the order of their thresholds. */
export const raisedStatuses = ['warning', 'critical', 'exceeded'] as const;

export type RaisedStatus = (typeof raisedStatuses)[number];

type Shares = Readonly<Record<RaisedStatus, number>>;

/** The shares that hold for one limit. */
export interface ResolvedLevels extends Shares {
  readonly clear: Shares;
}

/** The shares that hold for each limit, by its field. */
export type LevelsOf = (field: string) => ResolvedLevels;

/** The use of a resource that does the same all the time varies by less. */
const CLEAR_BELOW = 0.02;
const MAX_CLEAR_BELOW_SHARE = 0.1;

const DEFAULT_SHARES: Shares = { warning: 0.8, critical: 0.95, exceeded: 1 };
const DEFAULT_LEVELS: ResolvedLevels = {
  ...DEFAULT_SHARES,
  clear: sharesOf((status) => defaultClear(DEFAULT_SHARES[status])),
};
const NO_THRESHOLDS: Thresholds = {};

/** By thresholds, so that each are checked once. */
const resolved = new WeakMap<object, LevelsOf>();

/**
 * Gives the shares that hold for each limit; the same function for the same thresholds.
 *
 * @throws FleetError `invalid-request` that names every wrong member
 */
export function levelsOf(thresholds: Thresholds = NO_THRESHOLDS): LevelsOf {
  return isObject(thresholds) ? remembered(resolved, thresholds, () => resolve(thresholds)) : resolve(thresholds);
}

const SHARES: AmountRules = {
  names: raisedStatuses,
  isRight: (share) => isAmount(share) && share > 0,
  expected: 'a number, more than 0',
};

const OVERRIDES: AmountRules = { names: Object.keys(limitNamed), isRight: isObject, expected: 'an object' };

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

/** A copy without a prototype: what an object inherits is no threshold. */
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

/** @param merged the shares that result from the levels. */
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
