import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import type { LimitField } from '../../core/records/limit-fields.js';
import { levelsOf } from '../../core/limits/thresholds.js';
import { raisedStatuses, type Thresholds } from '../../core/fleet/thresholds-option.js';
import { describeAmount, describeLimit, describeShare, isPracticallyUnlimited } from '../../format/describe-use.js';
import { alignRows } from '../display/align-rows.js';
import { cutText } from '../display/cut-text.js';
import { createDisplay, type Display, type MimeBundle } from '../display/display.js';
import { formatMoment } from '../display/format-moment.js';
import { frameHtml, frameText, type Frame } from '../display/frame.js';
import { html, type Html } from '../display/html.js';
import { lineChart, type ChartLevel } from '../display/line-chart.js';
import { downsample } from '../display/downsample.js';
import { toneColours, toneOfLimit } from '../display/tone.js';
import { vegaLitePart } from '../display/vega-lite.js';
import { isHistory, type History } from '../history/history.js';

import { forecastCell, limitStatusCell, useCell } from './limit-cells.js';
import { checkDisplayedId, checkThresholds, readDisplayOptions, someLimitFields } from './read-display-options.js';
import { usageLinesOfFleet, usageLinesOfHistory, type UsageLine, type UsageLines } from './usage-lines.js';

/** The options of {@link showUsage}. */
export interface ShowUsageOptions {
  /** Only these limits, in this order. @default the six fullest limits with a known use */
  readonly fields?: readonly LimitField[] | undefined;
  /** The thresholds of a history. A fleet has its own. @default those of a fleet without this option */
  readonly thresholds?: Thresholds | undefined;
}

const MAX_LINES = 6;

/**
 * Shows the use of the limits of one database or vector index over time. Lines mark the thresholds of the fleet, and a
 * dotted line forecasts when a limit is reached. A fleet keeps the use of the last day. A history has all captured use.
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
  const { fields, thresholds: given } = readDisplayOptions(options, {
    fields: someLimitFields,
    thresholds: undefined,
  });
  checkDisplayedId(id);
  const [all, thresholds] = isHistory(source)
    ? [usageLinesOfHistory(source, id, checkThresholds(given)), given]
    : [usageLinesOfFleet(kernelOf(source, 'showUsage'), id), kernelOf(source, 'showUsage').options.thresholds];
  const isOwn = given === undefined || isHistory(source);
  refuseIssues('configure', issueUnless(isOwn, 'thresholds', 'expected no thresholds: the fleet has its own'));
  const lines = selectLines(all.lines, fields);
  const frame: Frame = {
    title: `Use of the limits of ${all.name}`,
    lead: lines.length === 0 ? '' : `from ${formatMoment(startOf(lines))} to ${formatMoment(all.to)}`,
    notes: notesOf(all, lines, fields),
  };
  const empty = isHistory(source)
    ? 'The history has no use of this id: capture fields such as db_max_clients_used.'
    : 'No use is known yet: report it with reportUsage, or add a usage source.';
  return createDisplay({
    'text/html': frameHtml(
      frame,
      lines.length === 0
        ? html`<p class="fg-empty">${empty}</p>`
        : lines.map((line) => lineHtml(line, all.to, thresholds)),
    ),
    'text/plain': frameText(frame, lines.length === 0 ? [empty] : linesText(lines, all.to)),
    ...specOf(frame.title, lines, thresholds),
  });
}

/** Selects the lines to show: the named limits, or the fullest. */
function selectLines(lines: readonly UsageLine[], fields?: readonly LimitField[]): readonly UsageLine[] {
  if (fields === undefined) return lines.slice(0, MAX_LINES);
  return [...new Set(fields)].flatMap((field) => lines.find((line) => line.field === field) ?? []);
}

function notesOf(all: UsageLines, lines: readonly UsageLine[], fields: readonly LimitField[] | undefined): string[] {
  const more = fields === undefined ? all.lines.slice(MAX_LINES) : [];
  const missing = (fields ?? []).filter((field) => !all.lines.some((line) => line.field === field));
  return [
    ...(more.length > 0 ? [`and ${more.length} more: ${more.map(({ field }) => field).join(', ')}`] : []),
    ...(lines.length > 0 && missing.length > 0 ? [`No use is known of ${missing.join(', ')}.`] : []),
  ];
}

function startOf(lines: readonly UsageLine[]): number {
  return lines.reduce((first, { points }) => Math.min(first, points[0]?.at ?? first), Infinity);
}

/** A use below this share of the limit gets a scale of its own: it would be a flat line at the bottom. */
const MIN_HEIGHT = 1 / 5;

/** The value at the top of the chart of a line: the limit, unless the use is far below it. */
export function topOf({ limit, points }: UsageLine): number {
  const peak = points.reduce((most, { value }) => Math.max(most, value), 0);
  const amount = limitAmount(limit.limit);
  if (amount === undefined) return peak * 1.1;
  return limit.exhaustsAt === undefined && peak < amount * MIN_HEIGHT ? peak * 1.5 : amount;
}

/** A limit that a use can reach. */
function limitAmount(limit: number | 'unlimited' | undefined): number | undefined {
  return limit === undefined || limit === 'unlimited' || isPracticallyUnlimited(limit) ? undefined : limit;
}

/** The lines at which a status begins, and the limit itself. */
export function chartLevels({ field, limit }: UsageLine, thresholds?: Thresholds): readonly ChartLevel[] {
  const amount = limitAmount(limit.limit);
  if (amount === undefined) return [];
  const levels = levelsOf(thresholds)(field);
  const marks = raisedStatuses
    .filter((status) => levels[status] !== 1)
    .map((status) => ({
      value: amount * levels[status],
      label: `${status} ${describeShare(levels[status])}`,
      tone: toneOfLimit(status),
    }));
  return [...marks, { value: amount, label: `limit ${describeLimit(amount, limit.unit)}`, tone: 'exceeded' }];
}

function lineHtml(line: UsageLine, now: number, thresholds: Thresholds | undefined): Html {
  const { limit, points } = line;
  const { name, unit, exhaustsAt } = limit;
  const amount = limitAmount(limit.limit);
  const forecast = exhaustsAt !== undefined && amount !== undefined ? { at: exhaustsAt, value: amount } : undefined;
  const words = useCell(limit).text;
  const description = `${name}: ${words}${exhaustsAt === undefined ? '' : `, reaches its limit ${forecastCell(limit, now).text}`}`;
  return html`<div class="fg-series">
      <b>${name}</b><span>${words}</span>${limitStatusCell(limit).html}${
        exhaustsAt === undefined ? undefined : html`<span>reaches its limit ${forecastCell(limit, now).text}</span>`
      }
    </div>
    ${lineChart({
      description,
      points,
      tone: 'busy',
      levels: chartLevels(line, thresholds),
      forecast: forecast && near(forecast, points, now),
      to: now,
      top: topOf(line),
      format: (value) => describeAmount(value, unit),
    })}`;
}

/** A forecast that is far away would squeeze the known use: the line then ends at the edge of the chart. */
function near(
  forecast: { at: number; value: number },
  points: UsageLine['points'],
  now: number,
): { at: number; value: number } {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return forecast;
  const end = now + Math.max(60_000, now - first.at);
  if (forecast.at <= end) return forecast;
  const share = (end - last.at) / (forecast.at - last.at);
  return { at: end, value: last.value + (forecast.value - last.value) * share };
}

function linesText(lines: readonly UsageLine[], now: number): string[] {
  const head = ['Limit', 'Used', 'Status', 'Reaches its limit'];
  const rows = lines.map(({ limit }) => [limit.name, useCell(limit).text, limit.status, forecastCell(limit, now).text]);
  return alignRows([head, ...rows], ['left', 'right', 'left', 'left']);
}

/** Colours of lines: as the tones, mid-tones for light and dark pages. */
const LINE_COLOURS = ['#3b82f6', '#b7791f', '#2a9d5c', '#a05bd6', '#dc3b4b', '#1591a3'];

interface Sample {
  readonly name: string;
  readonly kind: 'observed' | 'forecast';
  readonly at: number;
  /** `at` as text: a tooltip would write a time in the zone of the reader. */
  readonly time: string;
  readonly y: number;
  readonly text: string;
}

function samplesOf({ limit, points }: UsageLine, isShare: boolean): Sample[] {
  const { name, unit, exhaustsAt } = limit;
  const amount = limitAmount(limit.limit);
  if (isShare && (amount === undefined || amount === 0)) return [];
  const sample = (kind: Sample['kind'], at: number, value: number): Sample => ({
    name,
    kind,
    at,
    time: formatMoment(at),
    y: isShare ? value / (amount as number) : value,
    text: describeAmount(value, unit),
  });
  const observed = downsample(points).map(({ at, value }) => sample('observed', at, value));
  const last = points.at(-1);
  if (exhaustsAt === undefined || amount === undefined || last === undefined) return observed;
  return [...observed, sample('forecast', last.at, last.value), sample('forecast', exhaustsAt, amount)];
}

function specOf(title: string, lines: readonly UsageLine[], thresholds: Thresholds | undefined): MimeBundle {
  const isShare = lines.some(({ limit }) => limit.ratio !== undefined);
  const values = lines.flatMap((line) => samplesOf(line, isShare));
  const names = lines.map(({ field }) => limitNamed[field].name);
  const marks = isShare ? marksOf(lines, thresholds) : [];
  const y = {
    field: 'y',
    type: 'quantitative',
    title: isShare ? 'Used share of the limit' : 'Used',
    axis: { format: isShare ? '%' : '~s' },
  };
  return vegaLitePart({
    title: cutText(title, 120),
    description: `Use over time of ${names.join(', ')}.`,
    height: 260,
    data: values,
    layer: [
      {
        mark: { type: 'line', tooltip: true },
        encoding: {
          x: { field: 'at', type: 'temporal', title: 'Time (UTC)', scale: { type: 'utc' } },
          y,
          color: { field: 'name', type: 'nominal', title: 'Limit', scale: { domain: names, range: LINE_COLOURS } },
          strokeDash: {
            field: 'kind',
            type: 'nominal',
            title: null,
            scale: {
              domain: ['observed', 'forecast'],
              range: [
                [1, 0],
                [4, 4],
              ],
            },
          },
          tooltip: [
            { field: 'name', type: 'nominal', title: 'Limit' },
            { field: 'text', type: 'nominal', title: 'Used' },
            { field: 'time', type: 'nominal', title: 'Time (UTC)' },
          ],
        },
      },
      ...(marks.length > 0 ? [markLayer(marks)] : []),
    ],
  });
}

function markLayer(values: readonly object[]): object {
  return {
    data: { values },
    mark: { type: 'rule', strokeDash: [5, 4], color: toneColours.quiet },
    encoding: { y: { field: 'y', type: 'quantitative' } },
  };
}

function marksOf(lines: readonly UsageLine[], thresholds: Thresholds | undefined): readonly { readonly y: number }[] {
  const shares = lines.flatMap(({ field }) => raisedStatuses.map((status) => levelsOf(thresholds)(field)[status]));
  return [...new Set([...shares, 1])].map((y) => ({ y }));
}
