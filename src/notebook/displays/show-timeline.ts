import type { Fleet } from '../../index.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { refuseIssues } from '../../core/shared/refuse-issues.js';
import { inspectId } from '../../core/wire/identifier.js';
import { describeDuration } from '../../format/describe-duration.js';
import { countOf, formatCount } from '../../format/quantities.js';
import type { Display } from '../display/display.js';
import { createFramedDisplay, type Frame } from '../display/frame.js';
import { plotStyle } from '../display/style-sheet.js';
import { isHistory, type History } from '../history/history.js';
import { historyIdsOption } from '../history/history-parts.js';
import { rowsOption, timeZoneOption, type RowsOptions, type TimeZoneOptions } from './display-options.js';
import { NO_RESOURCES, readFleet } from './resource-facts.js';
import { nameCell } from './show-fleet.js';
import { timelineHtml, timelineSpec } from './timeline-plot.js';
import { timelineOfFleet, timelineOfHistory, type Timeline, type TimelineRow } from './timeline.js';
import { alignRows, cutText, formatMoment, type Zone } from '../display/text.js';

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
  const title = 'States over time';
  const frame: Frame = {
    title,
    lead: rows.length === 0 ? '' : describeTimeline(timeline, zone),
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

function describeTimeline({ from, to, rows }: Timeline, zone: Zone): string {
  const changes = rows.reduce((sum, { spans }) => sum + Math.max(0, spans.length - 1), 0);
  return `${countOf(changes, 'change')} from ${formatMoment(from, zone)} to ${formatMoment(to, zone)}`;
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
  return alignRows(lines, ['left', 'left']);
}
