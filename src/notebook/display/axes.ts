import { html, type Html } from './html.js';
import { formatMoment } from './text.js';

const DAY_MS = 86_400_000;

/**
 * The time of an axis in UTC, without what the span makes clear: `06:20:05` within minutes, `06:20` within a day,
 * `11-23 06:20` within months, `2026-11-23` beyond.
 *
 * @param at Unix milliseconds
 * @param spanMs the length of the axis
 */
export function formatTick(at: number, spanMs: number): string {
  const text = formatMoment(at);
  if (spanMs > 60 * DAY_MS) return text.slice(0, 10);
  if (spanMs > DAY_MS) return text.slice(5, 16).replace('T', ' ');
  return text.slice(11, spanMs > DAY_MS / 24 ? 16 : 19);
}

export const TICKS = 4;

/** Draws the labels of a horizontal axis. They are HTML, so that they keep their size. */
export function ticksHtml(labels: readonly string[]): Html {
  return html`<div class="fg-times">${labels.map((label) => html`<span>${label}</span>`)}</div>`;
}

export function timesHtml(from: number, to: number): Html {
  const count = to > from ? TICKS : 0;
  const times = Array.from({ length: count + 1 }, (_, at) =>
    formatTick(from + ((to - from) * at) / Math.max(1, count), to - from),
  );
  return ticksHtml(times.map((time, at) => (at === count ? `${time} UTC` : time)));
}

export interface ChartParts {
  /** An element with the class `fg-plot`. */
  readonly plot: Html;
  readonly levels?: Html;
  readonly top: string;
  readonly bottom: string;
  readonly ticks: Html;
}

export function chartHtml({ plot, levels, top, bottom, ticks }: ChartParts): Html {
  return html`<div class="fg-chart">
    ${plot} ${levels}
    <div class="fg-axis fg-top">${top}</div>
    <div class="fg-axis fg-bottom">${bottom}</div>
    ${ticks}
  </div>`;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
