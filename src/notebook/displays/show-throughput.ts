import { extent, max, mean, sum } from 'd3-array';
import * as v from 'valibot';
import type { Fleet, IndexRecord } from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { indexLimits } from '../../core/limits/catalogue.js';
import { throughputOf } from '../../core/limits/throughput.js';
import type { OptionsOf } from '../../core/shared/option-schemas.js';
import { isObject } from '../../core/shared/is-object.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { kindOfRecord } from '../../core/shared/resource-kind.js';
import { describeThroughput } from '../../format/describe-throughput.js';
import { describeAmount, isPracticallyUnlimited } from '../../format/describe-use.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { createFramedDisplay, type Display } from '../display/display.js';
import { createLinePlotDisplay, MAX_LINES, type PlotLine, type PlotPoint } from '../display/line-plot.js';
import { createTableDisplay } from '../display/table.js';
import { cutText, formatMoment } from '../display/text.js';
import { namesOf } from '../display/vega-lite.js';
import { isHistory, type History, type HistoryRow } from '../history/history.js';
import { kindOfField } from '../history/history-fields.js';
import { hasId, isEntryLike, timeZoneOption, type TimeZoneOptions } from './display-options.js';
import { formatThroughput, heatColumns, heatStyle, hoursOfWeek } from './hours-of-week.js';
import { maskedNameOf } from './record-fields.js';
import { NO_INDICES } from './resource-facts.js';
import { nameCell } from './show-fleet.js';

/** The options of {@link showThroughput}. */
export interface ShowThroughputOptions extends TimeZoneOptions {
  /** `time`: a line for each index. `weekday-hour`: a table of the means, a row for each weekday. @default 'time' */
  readonly by?: 'time' | 'weekday-hour' | undefined;
  /** Draws a line at this limit of each index. api.md does not say which limit the throughput counts against. @default none */
  readonly limitField?: keyof typeof indexLimits | undefined;
}

const limitFields = Object.keys(indexLimits) as (keyof typeof indexLimits)[];

const schema = {
  by: v.optional(v.picklist(['time', 'weekday-hour'], 'time or weekday-hour'), 'time'),
  limitField: v.optional(v.picklist(limitFields, `one of ${limitFields.join(', ')}`)),
  timeZone: timeZoneOption,
};

type LimitName = OptionsOf<typeof schema>['limitField'];

/** The throughput of one index, oldest first. */
interface Series {
  readonly id: string;
  name: string;
  readonly points: PlotPoint[];
  readonly leftOut: number;
  limit: number | undefined;
}

/**
 * Shows the throughput of vector indices over time in one chart, or its means by weekday and hour. api.md does not document
 * its unit, so the throughput is compared with a limit only if `limitField` names one.
 *
 * A record has the points of `throughput_vector`. A history has all points since its capture began, in its field
 * `throughput`. The chart shows the six indices with the highest peaks. By weekday and hour, the means of the indices are added.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * const [index] = await fleet.indices.refresh();
 * showThroughput(index);
 * showThroughput(fleet, { limitField: 'max_query_per_second' });
 * showThroughput(history, { by: 'weekday-hour', timeZone: 'Europe/Paris' });
 * ```
 * @see api.md, Vector index record: `throughput_vector`
 */
export function showThroughput(
  source: IndexRecord | readonly IndexRecord[] | Fleet | History | undefined,
  options: ShowThroughputOptions = {},
): Display {
  const { by, limitField, timeZone: zone } = checkOptions('configure', schema, options);
  const given = isHistory(source)
    ? seriesOfHistory(source, limitField)
    : seriesOfRecords(recordsOf(source), limitField);
  const all = given.filter(({ points }) => points.length > 0).toSorted((a, b) => peakOf(b) - peakOf(a));
  const [first] = given;
  const subject = given.length > 1 ? `${formatCount(given.length)} vector indices` : (first?.name ?? 'a vector index');
  const leftOut = sum(given, (each) => each.leftOut);
  const notes = [
    ...(all.length > 0 ? ['The unit of the throughput is not documented.'] : []),
    ...(leftOut > 0 ? [`${countOf(leftOut, 'value')} not as documented: left out.`] : []),
  ];
  const title = `Throughput of ${subject}`;
  const points = all.flatMap((series) => series.points);
  const [from, to] = extent(points, ({ at }) => at);
  if (from === undefined || to === undefined) {
    const unread = source === undefined ? 'No record yet: read it with fleet.indices.refresh().' : NO_INDICES;
    const none = isHistory(source) ? 'The history has no vector index.' : unread;
    return createFramedDisplay({ title, notes }, first === undefined ? none : 'No index has points.');
  }
  const lead = `${countOf(points.length, 'point')} from ${formatMoment(from, zone)} to ${formatMoment(to, zone)}`;
  if (by === 'weekday-hour') {
    const series = all.map((each) => each.points);
    const rows = hoursOfWeek(series, zone);
    const frame = { title: `${title}, mean by weekday and hour`, lead, notes: [`Hours of ${zone}.`, ...notes] };
    return createTableDisplay({ ...frame, columns: heatColumns(rows), rows, empty: '', style: heatStyle });
  }
  const rest = all.length > MAX_LINES ? [`and ${formatCount(all.length - MAX_LINES)} more with lower peaks`] : [];
  const shown = all.slice(0, MAX_LINES);
  const names = namesOf(
    shown,
    ({ name }) => cutText(name, 24),
    (series) => cutText(nameCell(series).text, 300),
  );
  const lines = shown.map((series, at) => lineOf({ ...series, name: names[at] as string }, limitField));
  const plot = { measure: 'Throughput', isShared: true, zone, lines };
  return createLinePlotDisplay({ title, lead, notes: [...rest, ...notes] }, plot);
}

function recordsOf(
  source: IndexRecord | readonly IndexRecord[] | Fleet | undefined,
): readonly (IndexRecord | undefined)[] {
  if (!isObject(source) || !('indices' in source)) return [source].flat() as (IndexRecord | undefined)[];
  const { indices } = kernelOf(source, 'showThroughput');
  return indices.ids.value.map((id) => indices.peek(id).record);
}

function seriesOfRecords(records: readonly (IndexRecord | undefined)[], limitField: LimitName): readonly Series[] {
  return records.flatMap((record) => {
    if (record === undefined) return [];
    const isIndex = hasId(record) && !isEntryLike(record) && kindOfRecord(record) === 'index';
    const message = 'expected a vector index; of a view, pass its `.value`, and of an entry its `.record`';
    refuseIssues('configure', issueUnless(isIndex, 'record', message));
    const { points } = throughputOf(record);
    const sent: unknown = record.throughput_vector;
    // The drift cannot be counted instead: it lists at most 100 members, and a point may have two.
    const leftOut = Array.isArray(sent) ? sent.length - points.length : 1;
    const given: unknown = limitField && record[limitField];
    const limit = typeof given === 'number' ? given : undefined;
    const { id } = record;
    return [{ id, name: maskedNameOf(record) ?? id, points: [...points], leftOut, limit }];
  });
}

function seriesOfHistory(history: History, limitField: LimitName): readonly Series[] {
  const hasField = history.fields.includes('throughput');
  const missing =
    'expected the field `throughput`: add it to the fields of the capture, or generate the history with `indices`';
  refuseIssues('configure', issueUnless(hasField, 'history', missing));
  const found = new Map<string, Series>();
  const rows = new Map<string, HistoryRow>();
  const documented = history.fields.filter((field) => kindOfField(field) !== undefined);
  for (const row of history.rows()) {
    const { at, resource, id, status, values } = row;
    if (resource !== 'index') continue;
    const series: Series = found.get(id) ?? { id, name: id, points: [], leftOut: 0, limit: undefined };
    found.set(id, series);
    const { throughput, name, [limitField ?? '']: limit } = values;
    if (typeof name === 'string' && name !== '') series.name = name;
    if (limit !== undefined) series.limit = Number(limit);
    const before = rows.get(id);
    rows.set(id, row);
    const isSame = (field: string): boolean => before !== undefined && Object.is(before.values[field], values[field]);
    // A row with the last throughput repeats the last point if the status or a documented field changed.
    const isPoint = !isSame('throughput') || (before?.status === status && documented.every(isSame));
    if (isPoint && throughput !== undefined) series.points.push({ at, value: Number(throughput) });
  }
  return [...found.values()];
}

function peakOf({ points }: Series): number {
  return max(points, ({ value }) => value) ?? 0;
}

function describeLine(series: Series): string {
  const [latest, peak] = [series.points.at(-1)?.value, peakOf(series)];
  const average = mean(series.points, ({ value }) => value);
  return `latest ${describeThroughput(latest)}, peak ${describeThroughput(peak)}, mean ${describeThroughput(average)}`;
}

function lineOf(series: Series, limitField: LimitName): PlotLine {
  const { name, points, limit = Infinity } = series;
  const whole = limitField === undefined || limit <= 0 || isPracticallyUnlimited(limit) ? undefined : limit;
  const label = `limit ${limitField && describeAmount(limit, indexLimits[limitField].unit)}`;
  return {
    name,
    words: [describeLine(series)],
    points,
    format: formatThroughput,
    whole,
    levels: whole === undefined ? [] : [{ share: 1, label, tone: 'exceeded' }],
    top: whole ?? 0,
  };
}
