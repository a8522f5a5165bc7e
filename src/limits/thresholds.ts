import { refuseIssues } from '../api/refuse-issues.js';
import { isObject } from '../api/inspect.js';
import { printableName } from '../api/printable-name.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { limitNamed, type LimitField } from './catalogue.js';
import { inspectAmounts, type AmountRules } from './inspect-amounts.js';
import { isAmount } from './is-amount.js';
import { remembered } from './remembered.js';

/** From which share of a limit on its use has which status. */
export interface StatusLevels {
  /** @default 0.8 */
  readonly warning?: number | undefined;
  /** @default 0.95 */
  readonly critical?: number | undefined;
  /** @default 1 */
  readonly exceeded?: number | undefined;
}

/**
 * From which share of each limit on its use has which status: three shares, more than 0, none smaller than the one
 * before.
 *
 * @example
 * ```ts
 * const thresholds: Thresholds = { warning: 0.7, overrides: { db_max_clients: { warning: 0.5, critical: 0.6 } } };
 * ```
 */
export interface Thresholds extends StatusLevels {
  /** Other shares for single limits. What they leave out is as for all. */
  readonly overrides?: { readonly [Field in LimitField]?: StatusLevels };
}

/** The shares that hold for one limit. */
export type ResolvedLevels = Readonly<Record<keyof StatusLevels, number>>;

/** The shares that hold for each limit, by its field. */
export type LevelsOf = (field: string) => ResolvedLevels;

const DEFAULT_LEVELS: ResolvedLevels = { warning: 0.8, critical: 0.95, exceeded: 1 };
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
  names: Object.keys(DEFAULT_LEVELS),
  isRight: (share) => isAmount(share) && share > 0,
  expected: 'a number, more than 0',
};

const OVERRIDES: AmountRules = { names: Object.keys(limitNamed), isRight: isObject, expected: 'an object' };

function resolve(thresholds: unknown): LevelsOf {
  const { overrides = {}, ...shares } = isObject(thresholds) ? thresholds : {};
  const forAll = mergeLevels(shares, DEFAULT_LEVELS);
  const issues = [
    ...inspectLevels(isObject(thresholds) ? shares : thresholds, 'thresholds', forAll),
    ...inspectAmounts(overrides, 'thresholds.overrides', OVERRIDES),
  ];
  const byField = new Map<string, ResolvedLevels>();
  for (const [field, levels] of Object.entries(overrides ?? {})) {
    if (!isObject(levels)) continue;
    const merged = mergeLevels(levels, forAll);
    byField.set(field, merged);
    issues.push(...inspectLevels(levels, `thresholds.overrides.${printableName(field)}`, merged));
  }
  refuseIssues('configure', issues);
  return (field) => byField.get(field) ?? forAll;
}

function mergeLevels({ warning, critical, exceeded }: StatusLevels, otherwise: ResolvedLevels): ResolvedLevels {
  return {
    warning: warning ?? otherwise.warning,
    critical: critical ?? otherwise.critical,
    exceeded: exceeded ?? otherwise.exceeded,
  };
}

/** @param merged what comes of them. */
function inspectLevels(levels: unknown, path: string, merged: ResolvedLevels): FleetIssue[] {
  const issues = inspectAmounts(levels, path, SHARES);
  const isInOrder = merged.warning <= merged.critical && merged.critical <= merged.exceeded;
  if (issues.length === 0 && !isInOrder) issues.push({ path, message: 'expected warning <= critical <= exceeded' });
  return issues;
}
