import { formatTick } from './format-moment.js';
import { html, type Html } from './html.js';
import { downsample, type PlotPoint } from './downsample.js';
import type { Tone } from './tone.js';

/** A horizontal line that marks a value. */
export interface ChartLevel {
  readonly value: number;
  readonly label: string;
  readonly tone: Tone;
}

/** A line over time. */
export interface LineChart {
  /** One sentence for screen readers. */
  readonly description: string;
  readonly points: readonly PlotPoint[];
  readonly tone: Tone;
  readonly levels?: readonly ChartLevel[];
  /** The forecast goes from the last point to this point. */
  readonly forecast?: PlotPoint | undefined;
  /** The end of the time axis if the last point comes earlier, Unix milliseconds. */
  readonly to?: number;
  /** The value at the top of the chart. It is raised to the highest point. */
  readonly top?: number;
  readonly format: (value: number) => string;
}

const WIDTH = 1000;
const HEIGHT = 100;

/**
 * Draws a line as SVG that takes the width of its container. The labels are HTML, so that they keep their size.
 *
 * The lowest value of the axis is 0.
 */
export function lineChart(chart: LineChart): Html {
  const { points, levels = [], forecast, format, description, tone } = chart;
  const drawn = downsample(points);
  const { from, to, top } = boundsOf(chart);
  const x = (at: number): number => round(to > from ? ((at - from) / (to - from)) * WIDTH : WIDTH / 2);
  const y = (value: number): number => round(HEIGHT - (Math.min(value, top) / top) * HEIGHT);
  const path = (line: readonly PlotPoint[]): string => line.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
  const last = points.at(-1);
  const [first] = drawn;
  const area =
    first === undefined || last === undefined ? '' : `${x(first.at)},${HEIGHT} ${path(drawn)} ${x(last.at)},${HEIGHT}`;
  const shown = levels.filter(({ value }) => value <= top);
  return html`<div class="fg-chart">
    <div class="fg-plot">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${description}">
        <polygon class="fg-area fg-${tone}" points="${area}" />
        ${shown.map(
          (level) =>
            html`<line
              class="fg-level fg-${level.tone}"
              x1="0"
              x2="${WIDTH}"
              y1="${y(level.value)}"
              y2="${y(level.value)}"
            />`,
        )}
        <polyline class="fg-line fg-${tone}" points="${path(drawn)}" />
        ${
          forecast && last
            ? html`<polyline class="fg-line fg-forecast fg-${tone}" points="${path([last, forecast])}" />`
            : undefined
        }
      </svg>
    </div>
    <div class="fg-levels">
      ${placeLabels(shown.map(({ value, label }) => ({ label, place: y(value) }))).map(
        ({ label, place }) => html`<span style="top:${place}%">${label}</span>`,
      )}
    </div>
    <div class="fg-axis fg-top">${format(top)}</div>
    <div class="fg-axis fg-bottom">${format(0)}</div>
    <div class="fg-times">${timesOf(from, to)}</div>
  </div>`;
}

function boundsOf({ points, forecast, to = -Infinity, top = 0 }: LineChart): { from: number; to: number; top: number } {
  const values = points.map(({ value }) => value);
  const peak = values.reduce((a, b) => Math.max(a, b), Math.max(top, forecast?.value ?? 0));
  const from = points[0]?.at ?? 0;
  return { from, to: Math.max(points.at(-1)?.at ?? from, forecast?.at ?? from, to), top: peak > 0 ? peak : 1 };
}

/** The height of a line of text, percent of the height of the chart. */
const LABEL_HEIGHT = 15;

interface LevelLabel {
  readonly label: string;
  /** The distance from the top, percent. */
  readonly place: number;
}

/** Centres each label on its line, and moves down those that would overlap. */
export function placeLabels(labels: readonly LevelLabel[]): readonly LevelLabel[] {
  let free = -Infinity;
  return labels
    .toSorted((a, b) => a.place - b.place)
    .map(({ label, place }) => {
      const top = Math.max(place - LABEL_HEIGHT / 2, free);
      free = top + LABEL_HEIGHT;
      return { label, place: round(top) };
    });
}

const TICKS = 4;

function timesOf(from: number, to: number): readonly Html[] {
  const count = to > from ? TICKS : 0;
  return Array.from({ length: count + 1 }, (_, at) => {
    const time = formatTick(from + ((to - from) * at) / Math.max(1, count), to - from);
    return html`<span>${time}${at === count ? ' UTC' : ''}</span>`;
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
