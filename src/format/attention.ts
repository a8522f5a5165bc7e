import { limitUsage, type LimitUsage } from '../core/limits/limit-usage.js';
import type { Usage, UsageSample } from '../core/limits/usage-sample.js';
import { readState } from '../core/records/database-state.js';
import type { Database } from '../core/records/database.js';
import type { IndexRecord } from '../core/records/vector-index.js';
import { entryHealth, type EntryFacts, type Health, type HealthKind, limitHealth } from './health.js';

/** The conditions by urgency: conditions that need a person come first. */
const ORDER: readonly HealthKind[] = [
  'missing',
  'silent',
  'refused',
  'beyond',
  'near',
  'filling',
  'inactive',
  'changing',
  'healthy',
  'loading',
];

/** The place of a row in the order of attention. Its use counts in tenths: otherwise each reading would move rows. */
export function attentionKey({ kind }: Health, ratio = 0): number {
  return ORDER.indexOf(kind) * 100 - Math.min(Math.floor(ratio * 10), 99);
}

/** The orders of the lists in a terminal. */
export const rowOrders = ['attention', 'use', 'name', 'age'] as const;

export type RowOrder = (typeof rowOrders)[number];

export interface HealthFacts extends EntryFacts {
  readonly hasRecord: boolean;
  /** Empty where the resource has no state. */
  readonly state: string;
  /** Empty at rest. */
  readonly change: string;
}

const HOUR_MS = 3_600_000;

/** Selects the most urgent condition. A state with a pending change needs no attention. */
export function selectHealth({ hasRecord, ...facts }: HealthFacts, limits: readonly LimitUsage[], now: number): Health {
  const state = facts.change === '' ? facts.state : '';
  const [first] = conditionsOf({ ...facts, state }, limits, now);
  return first ?? { kind: hasRecord ? 'healthy' : 'loading' };
}

/** Returns all conditions of a resource that need attention, the most urgent first. Each limit may have one. */
export function conditionsOf(
  facts: Omit<HealthFacts, 'hasRecord'>,
  limits: readonly LimitUsage[],
  now: number,
): readonly Health[] {
  const { state, change } = facts;
  const ofLimits = fullestFirst(limits).map((limit): Health | undefined => {
    const { field, exhaustsAt = Infinity } = limit;
    return limitHealth(limit) ?? (exhaustsAt <= now + HOUR_MS ? { kind: 'filling', about: field } : undefined);
  });
  const conditions: readonly (Health | undefined)[] = [
    entryHealth(facts),
    ...ofLimits,
    change === '' ? undefined : { kind: 'changing', about: change },
    state === '' || state === 'active' ? undefined : { kind: 'inactive', about: state },
  ];
  const known = conditions.filter((condition) => condition !== undefined);
  return known.toSorted((a, b) => attentionKey(a) - attentionKey(b));
}

export type MeasuredLimit = LimitUsage & { readonly ratio: number };

export function isMeasured(limit: LimitUsage): limit is MeasuredLimit {
  return limit.ratio !== undefined;
}

export function selectWorst(limits: readonly LimitUsage[]): MeasuredLimit | undefined {
  return limits.filter(isMeasured).toSorted((a, b) => b.ratio - a.ratio)[0];
}

export function fullestFirst(limits: readonly LimitUsage[]): readonly LimitUsage[] {
  return limits.toSorted((a, b) => (b.ratio ?? -1) - (a.ratio ?? -1));
}

export interface Assessment {
  readonly limits: readonly LimitUsage[];
  readonly worst: MeasuredLimit | undefined;
  readonly state: string | undefined;
  readonly change: string | undefined;
  readonly health: Health;
}

/** The limits of a resource, its state, and its condition. @param now Unix milliseconds */
export function assessResource(
  entry: EntryFacts & { readonly record: Database | IndexRecord | undefined },
  usage: UsageSample | undefined,
  now: number,
  thresholds?: Parameters<typeof limitUsage>[2],
): Assessment {
  const { record, status, error } = entry;
  const limits = limitUsage(record, usage as Usage | undefined, thresholds, now);
  const database = limits[0]?.resource === 'database' ? (record as Database) : undefined;
  const state = database && readState(database, 'state');
  const change = database && readState(database, 'modifying_state');
  const known = { status, error, hasRecord: record !== undefined, state: state ?? '', change: change ?? '' };
  return { limits, worst: selectWorst(limits), state, change, health: selectHealth(known, limits, now) };
}
