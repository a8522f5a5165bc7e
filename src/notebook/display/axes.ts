import { ticks } from 'd3-array';
import { utcTicks } from 'd3-time';
import { html, type Html } from './html.js';
import { formatMoment, offsetMsOf } from './text.js';

const DAY_MS = 86_400_000;

/**
 * Writes a time for an axis: `06:20:05` for a span up to an hour, `06:20` up to a day, `11-23 06:20` up to 60 days, and
 * `2026-11-23` for longer spans, and at midnight of a span over a day. Times are in Unix milliseconds.
 */
export function formatTick(at: number, spanMs: number, zone = 'UTC'): string {
  const text = formatMoment(at, zone);
  if (spanMs > 60 * DAY_MS || (spanMs > DAY_MS && text.includes('T00:00:00'))) return text.slice(0, 10);
  if (spanMs > DAY_MS) return text.slice(5, 16).replace('T', ' ');
  return text.slice(11, spanMs > DAY_MS / 24 ? 16 : 19);
}

/** Returns round values for an axis from 0. Bytes are round in their unit, or multiples of a power of two below 4 units. */
export function valueTicks(top: number, isBytes = false): readonly number[] {
  const unit = isBytes ? 1024 ** Math.max(0, Math.floor(Math.log2(top) / 10)) : 1;
  if (!isBytes || top >= 4 * unit) return ticks(0, top / unit, 4).map((tick) => tick * unit);
  const step = Math.max(1, 2 ** Math.floor(Math.log2(top / 3)));
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
}

export interface AxisTick {
  /** The distance from the left or from the top, percent. */
  readonly place: number;
  readonly label: string;
}

/** Draws the labels of a horizontal axis. They are HTML, so that they keep their size. In narrow pages some are left out. */
export function ticksHtml(labels: readonly AxisTick[]): Html {
  const widthPx = labels.reduce((sum, { label }) => sum + label.length * 6.5 + 14, 0);
  const skippedIn = (roomPx: number, at: number): boolean => at % Math.ceil(widthPx / roomPx) > 0;
  const hiddenOf = (at: number): string =>
    `${skippedIn(250, at) ? ' fg-skip-narrow' : ''}${skippedIn(400, at) ? ' fg-skip-medium' : ''}`;
  return html`<div class="fg-times">
    ${labels.map(
      ({ place, label }, at) =>
        html`<span style="left:${place}%"><span class="${sideOf(place)}${hiddenOf(at)}">${label}</span></span>`,
    )}
  </div>`;
}

/** A label at an end of the axis stays within the axis. */
function sideOf(place: number): string {
  return place < 5 ? 'fg-start' : place > 95 ? 'fg-end' : 'fg-middle';
}

/** Returns ticks at round times for an axis, by the clocks of a zone: its days begin at midnight there. */
export function timesOf(from: number, to: number, zone: string): readonly AxisTick[] {
  const offsetMs = (at: number): number => offsetMsOf(zone, at);
  const locals = utcTicks(new Date(from + offsetMs(from)), new Date(to + offsetMs(to)), 6);
  const times = locals.map((local) => local.getTime() - offsetMs(local.getTime() - offsetMs(local.getTime())));
  const shown = [...new Set(times)].filter((at) => at >= from && at <= to);
  return shown.map((at) => ({
    place: to > from ? round(((at - from) / (to - from)) * 100) : 50,
    label: formatTick(at, to - from, zone),
  }));
}

export interface ChartParts {
  /** An element with the class `fg-plot`. */
  readonly plot: Html;
  readonly levels?: Html;
  /** The ticks of the vertical axis, and of the horizontal axis. */
  readonly values: readonly AxisTick[];
  readonly ticks: readonly AxisTick[];
}

export function chartHtml({ plot, levels, values, ticks: labels }: ChartParts): Html {
  return html`<div class="fg-chart">
    <div class="fg-values">${values.map(({ place, label }) => html`<span style="top:${place}%">${label}</span>`)}</div>
    ${plot} ${levels} ${ticksHtml(labels)}
  </div>`;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
