import { transitionsOf } from '../../core/fleet/transitions.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Transition } from '../../core/fleet/transition.js';
import { describeDuration } from '../../format/describe-duration.js';
import { formatCount } from '../../format/quantities.js';
import { alignRows } from '../display/align-rows.js';
import { cutText } from '../display/cut-text.js';
import { createDisplay, type Display, type MimeBundle } from '../display/display.js';
import { formatMoment, formatTick } from '../display/format-moment.js';
import { frameHtml, frameText, type Frame } from '../display/frame.js';
import { html, type Html } from '../display/html.js';
import { percent } from '../display/meter.js';
import { textHtml } from '../display/table.js';
import { toneColours, toneOfState, tonedWord, type Tone } from '../display/tone.js';
import { barStep, colourScale, vegaLitePart } from '../display/vega-lite.js';
import { isHistory, type History } from '../history/history.js';

import { aRowLimit, DEFAULT_LIMIT, readDisplayOptions, someIds } from './read-display-options.js';
import { NO_RESOURCES, readFleet } from './resource-facts.js';
import { nameCell } from './show-fleet.js';
import { timelineOfFleet, timelineOfHistory, type Period, type Timeline, type TimelineRow } from './timeline.js';

/** The options of {@link showTimeline}. */
export interface ShowTimelineOptions {
  /** Only these databases, in this order. @default all databases */
  readonly ids?: readonly string[] | undefined;
  /** The maximum number of databases, 1 to 1000. @default 50 */
  readonly limit?: number | undefined;
}

/** As many transitions as a fleet keeps. */
const ALL_TRANSITIONS = 1000;

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
  const { ids, limit = DEFAULT_LIMIT } = readDisplayOptions(options, { ids: someIds, limit: aRowLimit });
  const timeline = isHistory(source) ? timelineOfHistory(source, ids) : readTimeline(source, ids);
  const rows = selectTimelineRows(timeline, limit);
  const more = timeline.rows.length - rows.length;
  const cut = rows.some(({ periods }) => periods.length > MAX_PERIODS);
  const frame: Frame = {
    title: 'States over time',
    lead: rows.length === 0 ? '' : describeTimeline(timeline),
    notes: [
      ...(more > 0 ? [`and ${formatCount(more)} more`] : []),
      ...(cut ? [`Of each database, the last ${MAX_PERIODS} periods are shown.`] : []),
    ],
  };
  const empty = isHistory(source) ? 'The history has no database.' : NO_RESOURCES;
  const shown = { ...timeline, rows: rows.map((row) => ({ ...row, periods: row.periods.slice(-MAX_PERIODS) })) };
  return createDisplay({
    'text/html': frameHtml(frame, rows.length === 0 ? html`<p class="fg-empty">${empty}</p>` : timelineHtml(shown)),
    'text/plain': frameText(frame, rows.length === 0 ? [empty] : timelineText(shown)),
    ...specOf(shown),
  });
}

function readTimeline(fleet: Fleet, ids: readonly string[] | undefined): Timeline {
  const { resources, now } = readFleet(fleet, ids);
  const transitions: readonly Transition[] = transitionsOf(fleet).recent({ limit: ALL_TRANSITIONS }).value.toReversed();
  return timelineOfFleet(resources, transitions, now);
}

/** Selects the rows: all in their order, or those with the most changes. */
export function selectTimelineRows({ rows }: Timeline, limit: number): readonly TimelineRow[] {
  if (rows.length <= limit) return rows;
  return rows.toSorted((a, b) => b.periods.length - a.periods.length).slice(0, limit);
}

/** The word of a period: its state, and its change in brackets. */
function describePeriod({ state, change }: Pick<Period, 'state' | 'change'>): string {
  return change === undefined ? state : `${state} (${change})`;
}

function describeTimeline({ from, to, rows }: Timeline): string {
  const changes = rows.reduce((sum, { periods }) => sum + Math.max(0, periods.length - 1), 0);
  const words = changes === 1 ? 'change' : 'changes';
  return `${formatCount(changes)} ${words} from ${formatMoment(from)} to ${formatMoment(to)}`;
}

function toneOf({ state, change }: Pick<Period, 'state' | 'change'>): Tone {
  const tone = toneOfState(state);
  return change !== undefined && tone !== 'exceeded' ? 'busy' : tone;
}

function timelineHtml({ from, to, rows }: Timeline): Html {
  const span = Math.max(1, to - from);
  return html`<div class="fg-lanes">
      ${rows.map(
        ({ id, name, periods }) =>
          html`<div class="fg-lane-name">${nameCell({ id, name }).html ?? textHtml(id)}</div>
            <div class="fg-lane">
              ${
                periods.length === 0
                  ? html`<span class="fg-quiet-text">no record yet</span>`
                  : periods.map((period) => {
                      const title = `${describePeriod(period)}, ${describeSpan(period)}`;
                      return html`<span
                        class="fg-period fg-${toneOf(period)}"
                        style="left:${percent((period.from - from) / span)};width:${percent(
                          (period.to - period.from) / span,
                        )}"
                        title="${cutText(title, 200)}"
                        >${cutText(describePeriod(period), 40)}</span
                      >`;
                    })
              }
            </div>`,
      )}
      <div></div>
      <div class="fg-times">
        ${Array.from({ length: 5 }, (_, at) => {
          const time = formatTick(from + (span * at) / 4, span);
          return html`<span>${time}${at === 4 ? ' UTC' : ''}</span>`;
        })}
      </div>
    </div>
    <p class="fg-note">
      ${legendOf(rows).map(([word, tone]) => html`<span class="fg-legend">${tonedWord(word, tone)}</span>`)}
    </p>`;
}

function describeSpan({ from, to }: Period): string {
  return `${formatMoment(from)} to ${formatMoment(to)}, ${describeDuration(to - from)}`;
}

/** The words and colours of all periods, at most 12. */
function legendOf(rows: readonly TimelineRow[]): readonly (readonly [word: string, tone: Tone])[] {
  const words = new Map<string, Tone>();
  for (const { periods } of rows)
    for (const period of periods) words.set(cutText(describePeriod(period), 40), toneOf(period));
  return [...words].slice(0, 12);
}

/** How many periods a line of text shows. */
const TEXT_PERIODS = 5;

function timelineText({ rows }: Timeline): string[] {
  const lines = rows.map(({ id, name, periods }) => {
    const last = periods
      .slice(-TEXT_PERIODS)
      .map((period) => `${cutText(describePeriod(period), 24)} ${describeDuration(period.to - period.from)}`);
    const earlier = periods.length > TEXT_PERIODS ? `… ` : '';
    return [cutText(nameCell({ id, name }).text), periods.length === 0 ? 'no record yet' : earlier + last.join(' > ')];
  });
  return alignRows(lines, ['left', 'left']);
}

function specOf({ rows }: Timeline): MimeBundle {
  const values = rows.flatMap(({ id, name, periods }) =>
    periods.map((period) => ({
      database: name === id ? cutText(id, 36) : `${cutText(name, 24)} (${cutText(id, 12)})`,
      from: period.from,
      // As text: a tooltip would write a time in the zone of the reader.
      time: formatMoment(period.from),
      to: period.to,
      condition: cutText(describePeriod(period), 40),
      label: cutText(`${describePeriod(period)}, ${describeSpan(period)}`, 200),
      duration: describeDuration(period.to - period.from),
    })),
  );
  const colours = legendOf(rows).map(([word, tone]) => [word, toneColours[tone]] as const);
  return vegaLitePart({
    title: 'States over time',
    description: `States of ${rows.length} databases over time.`,
    height: barStep * new Set(values.map(({ database }) => database)).size,
    data: values,
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.7 } },
        encoding: {
          y: { field: 'database', type: 'nominal', sort: null, title: null, axis: { labelLimit: 260 } },
          x: { field: 'from', type: 'temporal', title: 'Time (UTC)', scale: { type: 'utc' } },
          x2: { field: 'to' },
          // The text for screen readers: the default text has the end in the time zone of the reader.
          description: { field: 'label', type: 'nominal' },
          color: { field: 'condition', type: 'nominal', title: 'State', scale: colourScale(colours) },
          tooltip: [
            { field: 'database', type: 'nominal', title: 'Database' },
            { field: 'condition', type: 'nominal', title: 'State' },
            { field: 'time', type: 'nominal', title: 'From (UTC)' },
            { field: 'duration', type: 'nominal', title: 'For' },
          ],
        },
      },
    ],
  });
}
