import { describeDuration } from '../../format/describe-duration.js';
import { countOf } from '../../format/quantities.js';
import { ticksHtml, timesOf } from '../display/axes.js';
import { percent } from '../display/bar-plot.js';
import type { MimeBundle } from '../display/display.js';
import { html, type Html } from '../display/html.js';
import { toneColours, tonedWord, type Tone } from '../display/tone.js';
import { barStep, localTime, namesOf, nominalScale, timeAxis, tooltip, vegaLitePart } from '../display/vega-lite.js';
import { cutText, formatMoment, type Zone } from '../display/text.js';
import { nameCell } from './show-fleet.js';
import type { Span, Timeline, TimelineRow } from './timeline.js';

const MAX_WORD = 40;

function wordOf({ condition }: Span): string {
  return cutText(condition, MAX_WORD);
}

function describe({ condition, from, to }: Span, zone: Zone): string {
  const times = `${formatMoment(from, zone)} to ${formatMoment(to, zone)}`;
  return cutText(`${condition}, ${times}, ${describeDuration(to - from)}`, 200);
}

function legendOf(rows: readonly TimelineRow[]): readonly (readonly [word: string, tone: Tone])[] {
  const spans = rows.flatMap((row) => row.spans);
  return [...new Map(spans.map((span) => [wordOf(span), span.tone]))].slice(0, 12);
}

/** Draws a row for each database, with a bar for each period. */
export function timelineHtml({ from, to, rows }: Timeline, zone: Zone): Html {
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

export function timelineSpec(title: string, rows: readonly TimelineRow[], zone: Zone): MimeBundle {
  const labels = namesOf(rows, labelOf, (row) => cutText(nameCell(row).text, 300));
  const data = rows.flatMap(({ spans }, at) =>
    spans.map((span) => ({
      row: labels[at],
      from: localTime(span.from, zone),
      to: localTime(span.to, zone),
      time: formatMoment(span.from, zone),
      condition: wordOf(span),
      label: describe(span, zone),
      duration: describeDuration(span.to - span.from),
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
          tooltip: tooltip({ row: 'Database', condition: 'State', time: `From (${zone.name})`, duration: 'For' }),
        },
      },
    ],
  });
}
