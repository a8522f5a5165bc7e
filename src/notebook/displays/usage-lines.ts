import type { Database, LimitField, LimitUsage, ResourceKind, Thresholds, Usage, UsagePoint } from '../../index.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage-part.js';
import { historyOf } from '../../core/limits/usage-sample.js';
import { limitEntries, limitNamed, type LimitUnit } from '../../core/limits/catalogue.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import { periodStart } from '../../core/limits/quota-period.js';
import { fullestFirst } from '../../format/attention.js';
import { pastForecastsOf, usesByResource, type PastForecast, type ResourceUse } from '../backtest/past-forecasts.js';
import type { PlotPoint } from '../display/line-plot.js';
import { formatMoment } from '../display/text.js';
import { slice } from '../history/history-parts.js';
import type { History } from '../history/history.js';
import { readResource } from './resource-facts.js';

export interface UsageLine {
  /** The limit at the end of the time, with its status and forecast. */
  readonly limit: LimitUsage;
  /** The amounts in use, oldest first; at least one. */
  readonly points: readonly PlotPoint[];
  /** Sentences about earlier forecasts and what happened then, oldest first. Empty for a fleet, which keeps none. */
  readonly forecasts: readonly string[];
}

export interface UsageLines {
  readonly name: string;
  /** Only limits with a known use, the fullest first. */
  readonly lines: readonly UsageLine[];
  /** The end of the time, Unix milliseconds. */
  readonly to: number;
}

/** Reads the use over the last day, which a fleet remembers. */
export function usageLinesOfFleet(kernel: Kernel, id: string): UsageLines {
  const to = kernel.clocks.corrected.now();
  const { resource, name, limits } = readResource(kernel, id, to);
  const usage: Usage = usagePart(kernel).peek(resource, id) ?? {};
  const known = limits.length > 0 ? limits : limitUsage(recordWith(resource, id, {}), usage);
  const kept: Readonly<Record<string, readonly UsagePoint[]>> = historyOf(usagePart(kernel).stored(resource, id));
  const lines = fullestFirst(known).flatMap((limit): UsageLine[] => {
    const points = kept[limit.field]?.map(plotPoint);
    return points === undefined ? [] : [{ limit, points, forecasts: [] }];
  });
  return { name, lines, to };
}

/** Reads the use from a history. Its forecasts are those of a fleet at the end of the history. */
export function usageLinesOfHistory(history: History, id: string, thresholds?: Thresholds, zone = 'UTC'): UsageLines {
  const { to } = history;
  const own = slice(history, { ids: [id] });
  // A database and an index may have the same id.
  const resource: ResourceKind = own.resource.texts.includes('database') ? 'database' : 'index';
  const uses = new Map<LimitField, ResourceUse>();
  for (const [field] of limitEntries[resource]) {
    if (!own.fields.includes(`${field}_used`)) continue;
    const use = usesByResource(own, field).get(`${resource} ${id}`);
    if (use !== undefined) uses.set(field, use);
  }
  const limits = Object.fromEntries([...uses].map(([field, { readings }]) => [field, readings.at(-1)?.limit]));
  const usage = [...uses].map(([field, { readings }]): [string, object] => {
    return [field, { ...readings.at(-1), history: readings.flatMap(({ at, used }) => [at, used]) }];
  });
  const known = limitUsage(recordWith(resource, id, limits), Object.fromEntries(usage) as Usage, thresholds, to);
  const lines = fullestFirst(known).flatMap((limit): UsageLine[] => {
    const use = uses.get(limit.field);
    if (use === undefined) return [];
    return [{ limit, points: heldPoints(use, limit.unit), forecasts: describeForecasts(limit.field, use, zone) }];
  });
  return { name: id, lines, to };
}

/** The most readings of a line at which a forecast is made. More would make a display slow. */
const MAX_FORECASTS = 1000;

function describeForecasts(field: LimitField, use: ResourceUse, zone: string): string[] {
  const every = Math.ceil(use.readings.length / MAX_FORECASTS);
  let reading = 0;
  let isLasting = false;
  const runs: Required<PastForecast>[][] = [];
  for (const past of pastForecastsOf(field, use, () => reading++ % every === 0)) {
    const { forecast, outcome, reachedAt } = past;
    const run = runs.at(-1);
    // Forecasts of one event belong together, also with gaps between them.
    const isSame = isLasting || (reachedAt < Infinity && run?.[0]?.reachedAt === reachedAt);
    isLasting = forecast !== undefined;
    if (forecast === undefined || outcome === undefined) continue;
    if (isSame) run?.push({ ...past, forecast, outcome });
    else runs.push([{ ...past, forecast, outcome }]);
  }
  return runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)] as [Required<PastForecast>, Required<PastForecast>];
    const times = [first.at, last.at, first.forecast.at, last.forecast.at, Math.min(last.reachedAt, use.to)];
    const [from, until, early, late, reached] = times.map((at) => formatMoment(at, zone));
    const ends = { hit: `reached at ${reached}`, false: 'not reached', open: 'not known yet' };
    const { name } = limitNamed[field];
    return `${name}, forecast from ${from} to ${until}: full at ${early} at first, at ${late} at last; ${ends[last.outcome]}.`;
  });
}

/** A record with these limits alone: every other limit is unknown. */
function recordWith(resource: ResourceKind, id: string, limits: object): Database {
  const fields: object = resource === 'database' ? { database_id: id, ...limits } : { id, ...limits };
  return fields as Database;
}

/**
 * A value holds until the next reading, or the end, or the end of the period of a quota. A forecast leaves these points out:
 * they were not observed.
 */
function heldPoints({ readings, to }: ResourceUse, unit: LimitUnit): readonly PlotPoint[] {
  return readings.flatMap((reading, place) => {
    const point = plotPoint(reading);
    const until = readings[place + 1]?.at ?? Math.min(to, periodStart(unit, point.at, 1));
    return until > point.at ? [point, { ...point, at: until }] : [point];
  });
}

function plotPoint({ at, used, limit = 0 }: UsagePoint & { readonly limit?: number | undefined }): PlotPoint {
  return { at, value: used, whole: limit > 0 ? limit : undefined };
}
