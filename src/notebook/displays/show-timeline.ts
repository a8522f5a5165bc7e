import type { Fleet } from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { refuseIssues } from '../../core/shared/refuse-issues.js';
import { inspectId } from '../../core/wire/identifier.js';
import { describeDuration } from '../../format/describe-duration.js';
import { countOf, formatCount } from '../../format/quantities.js';
import { ticksHtml, timesOf } from '../display/axes.js';
import { percent } from '../display/bar-plot.js';
import { createFramedDisplay, type Display, type Frame, type MimeBundle } from '../display/display.js';
import { html, type Html } from '../display/html.js';
import { plotStyle } from '../display/style-sheet.js';
import { alignRows, cutText, formatMoment } from '../display/text.js';
import { toneColours, tonedWord, type Tone } from '../display/tone.js';
import { barStep, localTime, namesOf, nominalScale, timeAxis, tooltip, vegaLitePart } from '../display/vega-lite.js';
import { isHistory, type History } from '../history/history.js';
import { historyIdsOption } from '../history/history-parts.js';
import { rowsOption, timeZoneOption, type RowsOptions, type TimeZoneOptions } from './display-options.js';
import { NO_RESOURCES, readFleet } from './resource-facts.js';
import { nameCell } from './show-fleet.js';
import { timelineOfFleet, timelineOfHistory, type Span, type Timeline, type TimelineRow } from './timeline.js';

/** The options of {@link showTimeline}. */
export interface ShowTimelineOptions extends RowsOptions, TimeZoneOptions {
  /** Only these databases, in this order. @default all databases */
  readonly ids?: readonly string[] | undefined;
}

const schema = { ids: historyIdsOption, limit: rowsOption(50), timeZone: timeZoneOption };

/** A row shows at most this many periods, the latest. */
const MAX_PERIODS = 200;

/**
 * Shows the state of each database over time: `state`, pending changes, and when the record was stale or missing.
 *
 * A fleet remembers its last 1,000 transitions. A history needs the field `state`, and `modifying_state` for the pending
 * changes. If there are more than `limit` databases, those with the most changes are shown.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid argument
 * @example
 * ```ts
 * showTimeline(fleet);
 * showTimeline(history, { ids: ['93e3a3e0b1'] });
 * ```
 */
export function showTimeline(source: Fleet | History, options: ShowTimelineOptions = {}): Display {
  const { ids, limit, timeZone: zone } = checkOptions('configure', schema, options);
  const timeline = isHistory(source) ? timelineOfHistory(source, ids) : readTimeline(source, ids);
  // All in their order, or those with the most changes.
  const mostFirst = timeline.rows.toSorted((a, b) => b.spans.length - a.spans.length);
  const rows = timeline.rows.length <= limit ? timeline.rows : mostFirst.slice(0, limit);
  const more = timeline.rows.length - rows.length;
  const cut = rows.some(({ spans }) => spans.length > MAX_PERIODS);
  const changes = timeline.rows.reduce((sum, { spans }) => sum + Math.max(0, spans.length - 1), 0);
  const times = `from ${formatMoment(timeline.from, zone)} to ${formatMoment(timeline.to, zone)}`;
  const title = 'States over time';
  const frame: Frame = {
    title,
    lead: rows.length === 0 ? '' : `${countOf(changes, 'change')} ${times}`,
    notes: [
      ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
      ...(cut ? [`Of each database, the last ${MAX_PERIODS} periods are shown.`] : []),
    ],
  };
  const none = isHistory(source) ? 'The history has no database.' : NO_RESOURCES;
  if (rows.length === 0) return createFramedDisplay(frame, ids === undefined ? none : 'No id names a database.');
  const shown = rows.map((row) => ({ ...row, spans: row.spans.slice(-MAX_PERIODS) }));
  const page = timelineHtml({ ...timeline, rows: shown }, zone);
  const content = { html: page, text: timelineText(shown), style: plotStyle };
  return createFramedDisplay(frame, content, timelineSpec(title, shown, zone));
}

function readTimeline(fleet: Fleet, ids: readonly string[] | undefined): Timeline {
  const issues = (ids ?? []).flatMap((id, at) => inspectId(id, `ids[${at}]`));
  refuseIssues('configure', issues);
  const { resources, now } = readFleet(fleet, 'showTimeline', ids);
  return timelineOfFleet(resources, kernelOf(fleet, 'showTimeline').transitions.kept, now);
}

const TEXT_PERIODS = 5;

function timelineText(rows: readonly TimelineRow[]): string[] {
  const lines = rows.map(({ id, name, spans }) => {
    const last = spans
      .slice(-TEXT_PERIODS)
      .map(({ condition, from, to }) => `${cutText(condition, 24)} ${describeDuration(to - from)}`);
    const earlier = spans.length > TEXT_PERIODS ? '… ' : '';
    return [cutText(nameCell({ id, name }).text), spans.length === 0 ? 'no record yet' : earlier + last.join(' > ')];
  });
  return alignRows(lines);
}

function wordOf({ condition }: Span): string {
  return cutText(condition, 40);
}

function describe({ condition, from, to }: Span, zone: string): string {
  const times = `${formatMoment(from, zone)} to ${formatMoment(to, zone)}`;
  return cutText(`${condition}, ${times}, ${describeDuration(to - from)}`, 200);
}

function legendOf(rows: readonly TimelineRow[]): readonly (readonly [word: string, tone: Tone])[] {
  const spans = rows.flatMap((row) => row.spans);
  return [...new Map(spans.map((span) => [wordOf(span), span.tone]))].slice(0, 12);
}

function timelineHtml({ from, to, rows }: Timeline, zone: string): Html {
  const length = Math.max(1, to - from);
  const spanHtml = (span: Span): Html =>
    html`<span
      class="fg-period fg-${span.tone}"
      style="left:${percent((span.from - from) / length)};width:${percent((span.to - span.from) / length)}"
      title="${describe(span, zone)}"
      >${wordOf(span)}<span class="fg-plain"> for ${describeDuration(span.to - span.from)};</span></span
    >`;
  return html`<div class="fg-lanes">
      ${rows.map(
        (row) =>
          html`<div class="fg-lane-name">${nameCell(row).html}</div>
            <div class="fg-lane">
              ${row.spans.length === 0 ? html`<span class="fg-quiet-text">no record yet</span>` : row.spans.map(spanHtml)}
            </div>`,
      )}
      <div></div>
      ${ticksHtml(timesOf(from, from + length, zone))}
    </div>
    <p class="fg-note">
      ${legendOf(rows).map(([word, tone]) => html`<span class="fg-legend">${tonedWord(word, tone)}</span>`)}
    </p>`;
}

function labelOf({ id, name }: TimelineRow): string {
  return name === id ? cutText(id, 36) : `${cutText(name, 24)} (${cutText(id, 12)})`;
}

function timelineSpec(title: string, rows: readonly TimelineRow[], zone: string): MimeBundle {
  const labels = namesOf(rows, labelOf, (row) => cutText(nameCell(row).text, 300));
  const data = rows.flatMap(({ spans }, at) =>
    spans.map((span) => ({
      row: labels[at],
      from: localTime(span.from, zone),
      to: localTime(span.to, zone),
      condition: wordOf(span),
      label: describe(span, zone),
    })),
  );
  const scale = nominalScale(legendOf(rows).map(([word, tone]) => [word, toneColours[tone]]));
  return vegaLitePart({
    title,
    description: `States of ${countOf(rows.length, 'database')} over time.`,
    height: barStep * new Set(data.map(({ row }) => row)).size,
    data,
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.7 } },
        encoding: {
          y: { field: 'row', type: 'nominal', sort: null, title: null, axis: { labelLimit: 260 } },
          x: { field: 'from', ...timeAxis(zone) },
          x2: { field: 'to' },
          // The text for screen readers: the default text has the end in the time zone of the reader.
          description: { field: 'label', type: 'nominal' },
          color: { field: 'condition', type: 'nominal', title: 'State', scale },
          tooltip: tooltip({ row: 'Database', label: 'State' }),
        },
      },
    ],
  });
}
