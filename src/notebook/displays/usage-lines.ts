import type { Database, LimitField, LimitUsage, ResourceKind, Thresholds, Usage } from '../../index.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { limitEntries } from '../../core/limits/catalogue.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import type { PlotPoint } from '../display/line-plot.js';
import { valueOf } from '../history/create-history.js';
import type { History } from '../history/history.js';
import { readResource } from './resource-facts.js';

export interface UsageLine {
  readonly field: LimitField;
  /** The limit at the end of the time, with its status and forecast. */
  readonly limit: LimitUsage;
  /** The amounts in use, oldest first; at least one. */
  readonly points: readonly PlotPoint[];
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
  const to = usagePart(kernel).time.value;
  const { resource, name, limits } = readResource(kernel, id, to);
  const usage: Usage = usagePart(kernel).peek(resource, id) ?? {};
  const known = limits.length > 0 ? limits : limitUsage(recordWith(resource, id, {}), usage);
  const series = Object.entries(usagePart(kernel).peekSeries(resource, id) ?? {}) as [LimitField, readonly number[]][];
  const lines = series.map(([field, flat]) => lineOf(field, known, pointsOf(flat)));
  return { name, lines: fullestFirst(lines), to };
}

/** Reads the use from a history. Its forecasts are those of a fleet at the end of the history. */
export function usageLinesOfHistory(history: History, id: string, thresholds?: Thresholds): UsageLines {
  const { to } = history;
  const rows = rowsOf(history, id);
  const isIndex = valueOf(history.resource, rows.at(-1) ?? 0) === 'index';
  const resource: ResourceKind = isIndex ? 'index' : 'database';
  const fields = limitEntries[resource].map(([field]) => field);
  const series = new Map(fields.map((field) => [field, pointsIn(history, `${field}_used`, rows)]));
  const limits = Object.fromEntries(fields.map((field) => [field, pointsIn(history, field, rows).at(-1)?.value]));
  const usage = Object.fromEntries([...series].map(([field, points]) => [field, readingOf(points)]));
  const known = limitUsage(recordWith(resource, id, limits), usage as Usage, thresholds, to);
  const lines = [...series].map(([field, points]) => lineOf(field, known, heldUntil(points, to)));
  return { name: id, lines: fullestFirst(lines.filter(({ points }) => points.length > 0)), to };
}

/** A record with these limits alone: every other limit is unknown. */
function recordWith(
  resource: ResourceKind,
  id: string,
  limits: Readonly<Record<string, number | undefined>>,
): Database {
  const fields: object = resource === 'database' ? { database_id: id, ...limits } : { id, ...limits };
  return fields as Database;
}

function rowsOf({ id: column, rowCount }: History, id: string): readonly number[] {
  return Array.from({ length: rowCount }, (_, row) => row).filter((row) => valueOf(column, row) === id);
}

function pointsIn(history: History, field: string, rows: readonly number[]): readonly PlotPoint[] {
  if (!history.fields.includes(field)) return [];
  const column = history.column(field);
  return rows.flatMap((row) => {
    const value = valueOf(column, row);
    return typeof value === 'number' ? [{ at: history.at[row] ?? 0, value }] : [];
  });
}

/** The last value holds until the end of the history. A forecast leaves this point out: it was not observed. */
function heldUntil(points: readonly PlotPoint[], to: number): readonly PlotPoint[] {
  const last = points.at(-1);
  return last === undefined || last.at >= to ? points : [...points, { at: to, value: last.value }];
}

function readingOf(points: readonly PlotPoint[]): object | undefined {
  const last = points.at(-1);
  const history = points.flatMap((point) => [point.at, point.value]);
  return last && { at: last.at, used: last.value, history };
}

function lineOf(field: LimitField, limits: readonly LimitUsage[], points: readonly PlotPoint[]): UsageLine {
  return { field, limit: limits.find((limit) => limit.field === field) as LimitUsage, points };
}

function pointsOf(flat: readonly number[]): PlotPoint[] {
  const points: PlotPoint[] = [];
  for (let place = 0; place + 1 < flat.length; place += 2)
    points.push({ at: flat[place] as number, value: flat[place + 1] as number });
  return points;
}

function fullestFirst(lines: readonly UsageLine[]): readonly UsageLine[] {
  return lines.toSorted((a, b) => (b.limit.ratio ?? -1) - (a.limit.ratio ?? -1));
}
