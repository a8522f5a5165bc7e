import * as v from 'valibot';
import { refuseIssues } from '../api/inspect-call.js';
import { inspectRequest } from '../api/inspect-request.js';
import { isObject } from '../api/inspect.js';
import type { FleetIssue } from '../shared/fleet-error.js';
import { limitNamed, type LimitField } from './catalogue.js';
import { remembered } from './remembered.js';

/** From which share of a limit on its use has which status. */
export interface StatusLevels {
  /** @default 0.8 */
  readonly warning?: number;
  /** @default 0.95 */
  readonly critical?: number;
  /** @default 1 */
  readonly exceeded?: number;
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
export type ResolvedLevels = Required<StatusLevels>;

/** The shares that hold for each limit, by its field. */
export type LevelsOf = (field: string) => ResolvedLevels;

const DEFAULT_LEVELS: ResolvedLevels = { warning: 0.8, critical: 0.95, exceeded: 1 };
const NO_THRESHOLDS: Thresholds = {};

/** By thresholds, so that each are checked once. */
const resolved = new WeakMap<Thresholds, LevelsOf>();

/**
 * Gives the shares that hold for each limit; the same function for the same thresholds.
 *
 * @throws FleetError `invalid-request` that names every wrong member
 */
export function levelsOf(thresholds: Thresholds = NO_THRESHOLDS): LevelsOf {
  return isObject(thresholds) ? remembered(resolved, thresholds, () => resolve(thresholds)) : resolve(thresholds);
}

function resolve(thresholds: Thresholds): LevelsOf {
  refuse([...listsIn(thresholds), ...inspectRequest(thresholdsSchema(), thresholds)]);
  const forAll = mergeLevels(thresholds, DEFAULT_LEVELS);
  const byField = new Map<string, ResolvedLevels>();
  for (const [field, levels] of Object.entries(thresholds.overrides ?? {})) {
    if (levels !== undefined) byField.set(field, mergeLevels(levels, forAll));
  }
  const all: [string, ResolvedLevels][] = [['', forAll], ...byField];
  refuse(
    all
      .filter(([, levels]) => !isInOrder(levels))
      .map(([field]) => ({
        path: field && `overrides.${field}`,
        message: 'expected warning <= critical <= exceeded',
      })),
  );
  return (field) => byField.get(field) ?? forAll;
}

function mergeLevels({ warning, critical, exceeded }: StatusLevels, otherwise: ResolvedLevels): ResolvedLevels {
  return {
    warning: warning ?? otherwise.warning,
    critical: critical ?? otherwise.critical,
    exceeded: exceeded ?? otherwise.exceeded,
  };
}

function isInOrder({ warning, critical, exceeded }: ResolvedLevels): boolean {
  return warning <= critical && critical <= exceeded;
}

function refuse(issues: readonly FleetIssue[]): void {
  const within = (path: string): string => (path === '' ? 'thresholds' : `thresholds.${path}`);
  refuseIssues(
    'configure',
    issues.map(({ path, message }) => ({ path: within(path), message })),
  );
}

function thresholdsSchema(): v.GenericSchema {
  const share = v.optional(v.pipe(v.number(), v.gtValue(0), v.finite(), v.title('number, more than 0')));
  const levels = { warning: share, critical: share, exceeded: share };
  const fields = Object.keys(limitNamed).map((field) => [field, v.optional(v.object(levels))] as const);
  return v.object({ ...levels, overrides: v.optional(v.object(Object.fromEntries(fields))) });
}

/** Lists pass for objects with valibot, and would be without effect. */
function listsIn(thresholds: Thresholds): FleetIssue[] {
  const { overrides }: Partial<Thresholds> = isObject(thresholds) ? thresholds : {};
  const parts: [string, unknown][] = [
    ['', thresholds],
    ['overrides', overrides],
  ];
  for (const [field, levels] of Object.entries(overrides ?? {})) parts.push([`overrides.${field}`, levels]);
  return parts.filter(([, part]) => Array.isArray(part)).map(([path]) => ({ path, message: 'expected object' }));
}
