import { min } from 'd3-array';
import * as v from 'valibot';
import type { Fleet, LimitField, Thresholds } from '../../index.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { inspectId } from '../../core/wire/identifier.js';
import { describeAmount, describeLevels, reachableAmount } from '../../format/describe-use.js';
import { createFramedDisplay, type Display, type Frame } from '../display/display.js';
import { createLinePlotDisplay, MAX_LINES, type PlotLine } from '../display/line-plot.js';
import { cellHtml, cellText, tableText } from '../display/table.js';
import { isHistory, type History } from '../history/history.js';
import { forecastCell, limitColumns, limitStatusCell, useCell } from './limit-cells.js';
import { thresholdsOption, timeZoneOption, type TimeZoneOptions } from './display-options.js';
import { usageLinesOfFleet, usageLinesOfHistory, type UsageLine, type UsageLines } from './usage-lines.js';
import { formatMoment } from '../display/text.js';

/** The options of {@link showUsage}. */
export interface ShowUsageOptions extends TimeZoneOptions {
  /** Only these limits, in this order. @default the six fullest limits with a known use */
  readonly fields?: readonly LimitField[] | undefined;
  /** The thresholds of a history. A fleet has its own. @default those of a fleet without this option */
  readonly thresholds?: Thresholds | undefined;
}

const limitNames = Object.keys(limitNamed) as LimitField[];

const schema = {
  fields: v.optional(v.array(v.picklist(limitNames, `one of ${limitNames.join(', ')}`), 'an array of limits')),
  thresholds: thresholdsOption,
  timeZone: timeZoneOption,
};

/** How many of the last forecasts of a line are notes. */
const MAX_FORECAST_NOTES = 5;

/**
 * Shows the use of the limits of one database or vector index over time. Lines mark the thresholds of the fleet, and a
 * dotted line forecasts when a limit is reached. A fleet keeps the use of the last day. A history has all captured use:
 * notes below its chart list the forecasts that a fleet would have made, and whether they came true.
 *
 * A history shows a use as a share where it has the field of the limit too: capture both `db_max_clients` and
 * `db_max_clients_used`.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * showUsage(fleet, id, { fields: ['db_memory_threshold', 'db_max_clients'] });
 * ```
 */
export function showUsage(source: Fleet | History, id: string, options: ShowUsageOptions = {}): Display {
  const idIssues = isHistory(source) ? issueUnless(typeof id === 'string', 'id', 'expected an id') : inspectId(id);
  const { fields, thresholds: given, timeZone: zone } = checkOptions('configure', schema, options, '', idIssues);
  const [all, thresholds] = isHistory(source)
    ? [usageLinesOfHistory(source, id, given, zone), given]
    : [usageLinesOfFleet(kernelOf(source, 'showUsage'), id), kernelOf(source, 'showUsage').options.thresholds];
  const isOwn = given === undefined || isHistory(source);
  refuseIssues('configure', issueUnless(isOwn, 'thresholds', 'expected no thresholds: the fleet has its own'));
  const lines = selectLines(all.lines, fields);
  const from = min(lines, ({ points }) => points[0]?.at);
  const frame: Frame = {
    title: `Use of the limits of ${all.name}`,
    lead: from === undefined ? '' : `from ${formatMoment(from, zone)} to ${formatMoment(all.to, zone)}`,
    notes: notesOf(all, lines, fields),
  };
  const none = isHistory(source)
    ? 'The history has no use of this id: capture fields such as db_max_clients_used.'
    : 'No use is known yet: report it with reportUsage, or add a usage source.';
  if (lines.length === 0)
    return createFramedDisplay(frame, all.lines.length === 0 ? none : 'No use of these fields is known.');
  const drawn = lines.map((line) => plotLineOf(line, all.to, zone, thresholds));
  const plot = { measure: 'Used', to: all.to, zone, lines: drawn };
  return createLinePlotDisplay(frame, plot, tableText(limitColumns(thresholds, all.to, zone), lines));
}

function selectLines(lines: readonly UsageLine[], fields?: readonly LimitField[]): readonly UsageLine[] {
  if (fields === undefined) return lines.slice(0, MAX_LINES);
  return [...new Set(fields)].flatMap((field) => lines.find(({ limit }) => limit.field === field) ?? []);
}

function notesOf(all: UsageLines, lines: readonly UsageLine[], fields: readonly LimitField[] | undefined): string[] {
  const more = fields === undefined ? all.lines.slice(MAX_LINES) : [];
  const missing = (fields ?? []).filter((field) => !all.lines.some(({ limit }) => limit.field === field));
  return [
    ...(more.length > 0 ? [`and ${more.length} more: ${more.map(({ limit }) => limit.field).join(', ')}`] : []),
    ...lines.flatMap(({ forecasts }) => forecasts.slice(-MAX_FORECAST_NOTES)),
    ...(lines.length > 0 && missing.length > 0 ? [`No use is known of ${missing.join(', ')}.`] : []),
  ];
}

/** A use below this share of the limit gets a scale of its own: it would be a flat line at the bottom. */
const MIN_HEIGHT = 1 / 5;

function topOf({ limit, points }: UsageLine, amount: number | undefined): number {
  const peak = points.reduce((most, { value }) => Math.max(most, value), 0);
  if (amount === undefined) return peak * 1.1;
  return limit.exhaustsAt === undefined && peak < amount * MIN_HEIGHT ? peak * 1.5 : amount;
}

function plotLineOf(line: UsageLine, now: number, zone: string, thresholds: Thresholds | undefined): PlotLine {
  const { limit, points } = line;
  const { name, unit, exhaustsAt: at } = limit;
  const used = cellText(useCell(limit));
  const whole = reachableAmount(limit.limit);
  return {
    name,
    words: at === undefined ? [used] : [used, `reaches its limit ${cellText(forecastCell(limit, now, zone))}`],
    status: cellHtml(limitStatusCell(limit)),
    points,
    format: (value) => describeAmount(value, unit),
    isBytes: unit.startsWith('bytes'),
    whole,
    levels: describeLevels(limit, thresholds),
    forecast: at === undefined || whole === undefined ? undefined : { at, value: whole },
    top: topOf(line, whole),
  };
}
