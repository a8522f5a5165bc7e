import type { LimitField } from '../records/limit-fields.js';
import { isSameList } from '../shared/is-same-list.js';
import { limitNamed } from './catalogue.js';
import { periodStart } from './quota-period.js';
import { hasForecast, mergePoints, thinPoints } from './usage-history.js';
import type { UsageReading, UsageSample } from './usage-sample.js';
import type { SeriesByField } from './usage-series.js';

/** The usage of a resource. */
export interface KeptUsage {
  readonly latest: UsageSample;
  /** The points of the last day; empty if the histories of all resources would take too much memory. */
  readonly series: SeriesByField;
}

/** With a point every quarter of an hour, a day has 96 points. */
const FORECAST_POINTS = 128;

/**
 * Adds a new reading.
 *
 * The reading with the latest time counts. A late reading is inserted into the history and changes nothing else. Of two
 * readings with the same time, the later report counts. A repeated reading changes nothing.
 *
 * A known reading with a time after `now` was made while the clock was ahead. The new reading replaces it, and points of
 * the history after `now` are dropped.
 *
 * @param capacity the maximum number of points in a history; 0 for no history.
 * @param now Unix milliseconds
 * @returns the same object if nothing changed.
 */
export function addReading(
  usage: KeptUsage,
  field: LimitField,
  seen: UsageReading,
  capacity: number,
  now: number,
): KeptUsage {
  const { latest, points } = usageOf(usage, field);
  const isAhead = latest !== undefined && latest.at > now;
  const known = isAhead ? points.filter((_, place) => (points[place & ~1] as number) <= now) : points;
  const reading = isAhead ? seen : laterOf(latest, seen);
  return changed(usage, field, reading, mergePoints(known, [seen.at, seen.used]), capacity);
}

/**
 * Adds a reading and points that were kept elsewhere. Of two with the same time, the known one counts. If both have the
 * same amount too, a source that only the kept reading has is added: the points of a history have none.
 */
export function restoreReading(
  usage: KeptUsage,
  field: LimitField,
  seen: UsageReading,
  points: readonly number[],
  capacity: number,
): KeptUsage {
  const { latest = seen, points: known } = usageOf(usage, field);
  const isSame = latest.at === seen.at && latest.used === seen.used;
  const reading = isSame ? { ...seen, ...latest } : laterOf(seen, latest);
  return changed(usage, field, reading, mergePoints(points, known), capacity);
}

function usageOf({ latest, series }: KeptUsage, field: LimitField) {
  return { latest: latest[field], points: series[field] ?? [] };
}

/** Of two readings with the same time, `other` counts. */
function laterOf(one: UsageReading | undefined, other: UsageReading): UsageReading {
  return one !== undefined && one.at > other.at ? one : other;
}

function changed(
  usage: KeptUsage,
  field: LimitField,
  { history: _, ...reading }: UsageReading,
  all: readonly number[],
  capacity: number,
): KeptUsage {
  const before = usageOf(usage, field);
  const points = thinPoints(all, capacity);
  const { latest } = before;
  const isSame = latest?.at === reading.at && latest.used === reading.used && latest.source === reading.source;
  if (isSame && isSameList(points, before.points)) return usage;
  const start = periodStart(limitNamed[field].unit, reading.at);
  const isForecast = hasForecast(field) && capacity > 0;
  const history = isForecast && { history: thinPoints(points, Math.min(capacity, FORECAST_POINTS), start) };
  return {
    latest: { ...usage.latest, [field]: { ...reading, ...history } },
    series: capacity > 0 ? { ...usage.series, [field]: points } : {},
  };
}
