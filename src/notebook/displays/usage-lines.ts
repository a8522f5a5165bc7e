import type { Database, LimitField, LimitUsage, ResourceKind, Thresholds, Usage } from '../../index.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { limitEntries } from '../../core/limits/catalogue.js';
import { limitUsage } from '../../core/limits/limit-usage.js';
import type { PlotPoint } from '../display/line-plot.js';
import type { History } from '../history/history.js';
import { readResource } from './resource-facts.js';

/** The use of one limit over time. */
export interface UsageLine {
  readonly field: LimitField;
  /** The limit at the end of the time, with its status and forecast. */
  readonly limit: LimitUsage;
  /** The amounts in use, oldest first; at least one. */
  readonly points: readonly PlotPoint[];
}

/** The use of the limits of one resource over time. */
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
  const last = rows.at(-1);
  const code = last === undefined ? 0 : (history.resource.values[last] ?? 0);
  const resource: ResourceKind = history.resource.texts[code] === 'index' ? 'index' : 'database';
  const fields = limitEntries[resource]
    .map(([field]) => field)
    .filter((field) => history.fields.includes(`${field}_used`));
  const series = new Map(fields.map((field) => [field, pointsIn(history, `${field}_used`, rows)]));
  const limits: { [Field in LimitField]?: number } = {};
  for (const field of fields) {
    const limit = history.fields.includes(field) ? pointsIn(history, field, rows).at(-1)?.value : undefined;
    if (limit !== undefined) limits[field] = limit;
  }
  const usage = Object.fromEntries([...series].map(([field, points]) => [field, readingOf(points)]));
  const known = limitUsage(recordWith(resource, id, limits), usage as Usage, thresholds, to);
  const lines = [...series].map(([field, points]) => lineOf(field, known, heldUntil(points, to)));
  return { name: id, lines: fullestFirst(lines.filter(({ points }) => points.length > 0)), to };
}

/** A record with these limits alone: every other limit is unknown. */
function recordWith(resource: ResourceKind, id: string, limits: { [Field in LimitField]?: number }): Database {
  const fields: object = resource === 'database' ? { database_id: id, ...limits } : { id, ...limits };
  return fields as Database;
}

/** The rows of one resource, in the order of time. */
function rowsOf(history: History, id: string): readonly number[] {
  const code = history.id.texts.indexOf(id);
  const rows: number[] = [];
  if (code > 0) for (let row = 0; row < history.rowCount; row++) if (history.id.values[row] === code) rows.push(row);
  return rows;
}

function pointsIn(history: History, field: string, rows: readonly number[]): readonly PlotPoint[] {
  const column = history.column(field);
  if (column.kind !== 'number') return [];
  const points: PlotPoint[] = [];
  for (const row of rows) {
    const value = column.values[row];
    if (value !== undefined && !Number.isNaN(value)) points.push({ at: history.at[row] ?? 0, value });
  }
  return points;
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
