import type { LimitField, UsagePoint } from '../../index.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { forecastOf, type Forecast } from '../../core/limits/forecast-of.js';
import { periodStart } from '../../core/limits/quota-period.js';
import { MAX_POINTS, REACH_MS, thinPoints } from '../../core/limits/usage-history.js';
import { rowsWith } from '../history/create-history.js';
import type { History } from '../history/history.js';

/** A reading of a use. `limit` is `undefined` where the history has no limit. */
export interface UseReading extends UsagePoint {
  readonly limit: number | undefined;
}

/** The use of a limit of one resource, oldest first. */
export interface ResourceUse {
  readonly readings: readonly UseReading[];
  /** Until when the last reading holds: the end of the history, or when the resource was gone. Unix milliseconds. */
  readonly to: number;
}

/** A reading with the forecast that a fleet would have made of the readings until then. */
export interface PastForecast {
  /** Unix milliseconds. */
  readonly at: number;
  /** When the limit was reached; `Infinity` if the limit changed, or the period of a quota ended, before that. */
  readonly reachedAt: number;
  /** The reading before: the limit was reached between the two. */
  readonly reachedAfter: number;
  readonly forecast?: Forecast;
  /** Whether the limit was reached before twice the forecast time had passed. `open`: the history cannot tell. */
  readonly outcome?: 'hit' | 'false' | 'open';
}

/** Reads the use of a limit by resource, such as `database a`. */
export function usesByResource(history: History, field: LimitField): ReadonlyMap<string, ResourceUse> {
  const uses = new Map<string, { readonly readings: UseReading[]; to: number }>();
  for (const { at, resource, id, status, values } of rowsWith(history, [field, `${field}_used`])) {
    const { [field]: limit, [`${field}_used`]: used } = values;
    const isGone = status === 'missing' || status === 'forgotten';
    const use = uses.get(`${resource} ${id}`) ?? { readings: [], to: history.to };
    use.to = isGone ? Math.min(use.to, at) : history.to;
    if (isGone || typeof used !== 'number') continue;
    uses.set(`${resource} ${id}`, use);
    use.readings.push({ at, used, limit: typeof limit === 'number' ? limit : undefined });
  }
  return uses;
}

/** Forecasts at readings below the limit, from the points that a fleet keeps. Asks `isWanted` once for each such reading. */
export function pastForecastsOf(
  field: LimitField,
  { readings, to }: ResourceUse,
  isWanted: () => boolean,
): readonly PastForecast[] {
  const terms = limitNamed[field];
  const futures = futuresOf(readings, to);
  let points: readonly number[] = [];
  let added: number[] = [];
  return readings.flatMap(({ at, used, limit = 0 }, place): PastForecast | readonly never[] => {
    added.push(at, used);
    const isLeft = used < limit && isWanted();
    if (!isLeft && added.length < MAX_POINTS) return [];
    points = thinPoints([...points, ...added], MAX_POINTS, at - REACH_MS);
    added = [];
    if (!isLeft) return [];
    const future = futures[place] as Future;
    const periodEnd = periodStart(terms.unit, at, 1);
    const isReached = future.reachedAt < periodEnd;
    const { reachedAt, reachedAfter } = isReached ? future : NEVER;
    const forecast = forecastOf(terms, limit, points);
    if (forecast === undefined) return { at, reachedAt, reachedAfter };
    const deadline = Math.min(at + 2 * (forecast.at - at), periodEnd);
    const missed = deadline > future.until ? 'open' : 'false';
    return { at, reachedAt, reachedAfter, forecast, outcome: reachedAfter <= deadline ? 'hit' : missed };
  });
}

/** When a limit is reached, and until when this is known: until the limit changes or the history ends. */
type Future = Record<'reachedAt' | 'reachedAfter' | 'until', number>;

const NEVER = { reachedAt: Infinity, reachedAfter: Infinity };

function futuresOf(readings: readonly UseReading[], to: number): readonly Future[] {
  let [later, next]: [Future, UseReading | undefined] = [{ ...NEVER, until: to }, undefined];
  const latestFirst = readings.toReversed().map((reading) => {
    const { at, limit = 0 } = reading;
    if (next !== undefined && next.limit !== limit) later = { ...NEVER, until: next.at };
    else if (next !== undefined && next.used >= limit) later = { ...later, reachedAt: next.at, reachedAfter: at };
    next = reading;
    return later;
  });
  return latestFirst.toReversed();
}
