import { describeDuration } from '../../format/describe-duration.js';
import { ticksHtml, timesOf } from './axes.js';
import { percent } from './bar-plot.js';
import type { MimeBundle } from './display.js';
import { html, type Html } from './html.js';
import { toneColours, tonedWord, type Tone } from './tone.js';
import { barStep, localTime, nominalScale, timeAxis, tooltip, vegaLitePart } from './vega-lite.js';
import { cutText, formatMoment, type Zone } from './text.js';

/** Conditions of things over time: a row for each thing, with a bar for each condition. */
interface SpanPlot {
  readonly title: string;
  /** A sentence for screen readers. */
  readonly description: string;
  /** The ends of the time axis, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly SpanRow[];
  readonly zone: Zone;
}

interface SpanRow {
  readonly label: string;
  readonly name: Html;
  readonly spans: readonly Span[];
}

export interface Span {
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly condition: string;
  readonly tone: Tone;
}

const MAX_WORD = 40;

function wordOf({ condition }: Span): string {
  return cutText(condition, MAX_WORD);
}

function describe({ condition, from, to }: Span, zone: Zone): string {
  const times = `${formatMoment(from, zone)} to ${formatMoment(to, zone)}`;
  return cutText(`${condition}, ${times}, ${describeDuration(to - from)}`, 200);
}

function legendOf(rows: readonly SpanRow[]): readonly (readonly [word: string, tone: Tone])[] {
  const spans = rows.flatMap((row) => row.spans);
  return [...new Map(spans.map((span) => [wordOf(span), span.tone]))].slice(0, 12);
}

export function spanPlotHtml({ from, to, rows, zone }: SpanPlot): Html {
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
        ({ name, spans }) =>
          html`<div class="fg-lane-name">${name}</div>
            <div class="fg-lane">
              ${spans.length === 0 ? html`<span class="fg-quiet-text">no record yet</span>` : spans.map(spanHtml)}
            </div>`,
      )}
      <div></div>
      ${ticksHtml(timesOf(from, from + length, zone))}
    </div>
    <p class="fg-note">
      ${legendOf(rows).map(([word, tone]) => html`<span class="fg-legend">${tonedWord(word, tone)}</span>`)}
    </p>`;
}

export function spanPlotSpec({ title, description, rows, zone }: SpanPlot): MimeBundle {
  const data = rows.flatMap(({ label, spans }) =>
    spans.map((span) => ({
      row: label,
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
    description,
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
