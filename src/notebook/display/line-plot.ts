import { chartHtml, round, timesHtml } from './axes.js';
import type { MimeBundle } from './display.js';
import { html, type Html } from './html.js';
import { toneColours, type Tone } from './tone.js';
import { timeAxis, tooltip, vegaLitePart } from './vega-lite.js';
import { formatMoment } from './text.js';

/** Lines over time. HTML draws a chart of each line. Vega-Lite draws all in one plot, as shares if they have a whole. */
export interface LinePlot {
  readonly title: string;
  /** A sentence for screen readers. */
  readonly description: string;
  readonly measure: string;
  readonly lines: readonly PlotLine[];
  /** The end of the time axis if the last point comes earlier, Unix milliseconds. */
  readonly to?: number;
}

export interface PlotPoint {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: number;
}

export interface PlotLine {
  readonly name: string;
  /** One sentence for screen readers. */
  readonly description: string;
  /** Stands above the chart of the line. */
  readonly heading?: Html;
  /** Oldest first. */
  readonly points: readonly PlotPoint[];
  readonly format: (value: number) => string;
  /** The amount that is used up by the values. */
  readonly whole?: number | undefined;
  readonly levels?: readonly PlotLevel[];
  /** The time when the line is expected to reach the whole, Unix milliseconds. */
  readonly reachesAt?: number | undefined;
  /** The value at the top of the chart. It is raised to the highest point. */
  readonly top?: number;
}

export interface PlotLevel {
  /** 1 is the whole. */
  readonly share: number;
  readonly label: string;
  readonly tone: Tone;
}

const WIDTH = 1000;
const HEIGHT = 100;

/** How a line looks where a sanitizer removes the styles. */
const LINE = html`fill="none" stroke="currentColor"`;

/** Draws each line as SVG that takes the width of its container. The lowest value of an axis is 0. */
export function linePlotHtml({ lines, to }: LinePlot): readonly Html[] {
  return lines.map((line) => html`${line.heading} ${lineHtml(line, to)}`);
}

function lineHtml(line: PlotLine, end: number | undefined): Html {
  const { points, levels = [], whole = 0, format, description } = line;
  const forecast = nearForecast(line, end);
  const { from, to, top } = boundsOf(line, end, forecast);
  const x = (at: number): number => round(to > from ? ((at - from) / (to - from)) * WIDTH : WIDTH / 2);
  const y = (value: number): number => round(HEIGHT - (Math.min(value, top) / top) * HEIGHT);
  const path = (drawn: readonly PlotPoint[]): string => drawn.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');
  const [drawn, first, last] = [path(downsample(points)), points[0], points.at(-1)];
  const area =
    first === undefined || last === undefined ? '' : `${x(first.at)},${HEIGHT} ${drawn} ${x(last.at)},${HEIGHT}`;
  const shown = levels.map((level) => ({ ...level, value: level.share * whole })).filter(({ value }) => value <= top);
  const labels = placeLabels(shown.map(({ value, label }) => ({ label, place: y(value) })));
  const plot = html`<div class="fg-plot">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${description}">
      <polygon class="fg-area fg-busy" fill="currentColor" fill-opacity="0.14" points="${area}" />
      ${shown.map(
        ({ value, tone }) =>
          html`<line
            class="fg-level fg-${tone}"
            stroke="currentColor"
            x1="0"
            x2="${WIDTH}"
            y1="${y(value)}"
            y2="${y(value)}"
          />`,
      )}
      <polyline class="fg-line fg-busy" ${LINE} points="${drawn}" />
      ${forecast && last && html`<polyline class="fg-line fg-forecast fg-busy" ${LINE} points="${path([last, forecast])}" />`}
    </svg>
    <span class="fg-plain">${textLine(points, from, to, top)}</span>
  </div>`;
  const levelsHtml = html`<div class="fg-levels">
    ${labels.map(({ label, place }) => html`<span style="top:${place}%">${label}</span>`)}
  </div>`;
  return chartHtml({ plot, levels: levelsHtml, top: format(top), bottom: format(0), ticks: timesHtml(from, to) });
}

const BARS = '▁▂▃▄▅▆▇█';
const COLUMNS = 40;

/** The line in block characters, for readers whose sanitizer removes SVG. A column is as high as its highest point. */
function textLine(points: readonly PlotPoint[], from: number, to: number, top: number): string {
  const heights = Array.from({ length: COLUMNS }, () => -1);
  for (const { at, value } of points) {
    const column = Math.min(COLUMNS - 1, Math.floor(((at - from) / Math.max(1, to - from)) * COLUMNS));
    const height = Math.min(BARS.length - 1, Math.floor((Math.max(0, value) / top) * BARS.length));
    heights[column] = Math.max(heights[column] as number, height);
  }
  let last = 0;
  const drawn = heights.slice(0, heights.findLastIndex((height) => height >= 0) + 1);
  return drawn.map((height) => BARS[(last = height < 0 ? last : height)]).join('');
}

function forecastOf({ whole, reachesAt }: PlotLine): PlotPoint | undefined {
  return whole === undefined || reachesAt === undefined ? undefined : { at: reachesAt, value: whole };
}

/** A forecast that is far away would squeeze the known values: the line then ends at the edge of the chart. */
function nearForecast(line: PlotLine, now = 0): PlotPoint | undefined {
  const forecast = forecastOf(line);
  const [first, last] = [line.points[0], line.points.at(-1)];
  if (forecast === undefined || first === undefined || last === undefined) return forecast;
  const end = now + Math.max(60_000, now - first.at);
  if (forecast.at <= end) return forecast;
  const share = (end - last.at) / (forecast.at - last.at);
  return { at: end, value: last.value + (forecast.value - last.value) * share };
}

function boundsOf(
  { points, top = 0 }: PlotLine,
  end = -Infinity,
  forecast?: PlotPoint,
): Record<'from' | 'to' | 'top', number> {
  const peak = points.reduce((most, { value }) => Math.max(most, value), Math.max(top, forecast?.value ?? 0));
  const from = points[0]?.at ?? 0;
  return { from, to: Math.max(points.at(-1)?.at ?? from, forecast?.at ?? from, end), top: peak > 0 ? peak : 1 };
}

/** The height of a line of text, percent of the height of the chart. */
const LABEL_PERCENT = 15;

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
      const top = Math.max(place - LABEL_PERCENT / 2, free);
      free = top + LABEL_PERCENT;
      return { label, place: round(top) };
    });
}

/** Colours of lines: as the tones, mid-tones for light and dark pages. */
const LINE_COLOURS = ['#3b82f6', '#b7791f', '#2a9d5c', '#a05bd6', '#dc3b4b', '#1591a3'];

export function linePlotSpec({ title, description, measure, lines }: LinePlot): MimeBundle {
  const isShare = lines.some(({ whole }) => whole !== undefined);
  const measured = isShare ? lines.filter(({ whole }) => whole !== undefined && whole > 0) : lines;
  const observed = measured.flatMap((line) => samplesOf(line, downsample(line.points), isShare));
  const expected = measured.flatMap((line) => {
    const [forecast, last] = [forecastOf(line), line.points.at(-1)];
    return forecast === undefined || last === undefined ? [] : samplesOf(line, [last, forecast], isShare);
  });
  const levels = new Set(measured.flatMap((line) => line.levels ?? []).map(({ share }) => share));
  const encoding = {
    x: { field: 'at', ...timeAxis },
    y: {
      field: 'y',
      type: 'quantitative',
      title: isShare ? `${measure} as a share of the limit` : measure,
      axis: { format: isShare ? '%' : '~s' },
    },
    color: {
      field: 'name',
      type: 'nominal',
      title: null,
      scale: { domain: lines.map(({ name }) => name), range: LINE_COLOURS },
    },
    tooltip: tooltip({ name: 'Name', text: measure, time: 'Time (UTC)' }),
  };
  const forecastLayer = {
    data: { values: expected },
    mark: { type: 'line', strokeDash: [4, 4], tooltip: true },
    encoding,
  };
  const levelLayer = {
    data: { values: [...levels].map((y) => ({ y })) },
    mark: { type: 'rule', strokeDash: [5, 4], color: toneColours.quiet },
    encoding: { y: { field: 'y', type: 'quantitative' } },
  };
  return vegaLitePart({
    title,
    description,
    height: 260,
    data: observed,
    layer: [
      { mark: { type: 'line', tooltip: true }, encoding },
      ...(expected.length > 0 ? [forecastLayer] : []),
      ...(levels.size > 0 ? [levelLayer] : []),
    ],
  });
}

function samplesOf({ name, whole = 1, format }: PlotLine, points: readonly PlotPoint[], isShare: boolean): object[] {
  return points.map(({ at, value }) => ({
    name,
    at,
    time: formatMoment(at),
    y: isShare ? value / whole : value,
    text: format(value),
  }));
}

/**
 * Reduces a series to about `max` points that draw the same line. It divides the time into buckets of equal length, and
 * keeps the first, lowest, highest and last point of each bucket. So peaks stay.
 *
 * @param points oldest first
 * @see https://www.vldb.org/pvldb/vol7/p797-jugel.pdf M4 aggregation
 */
export function downsample<Point extends PlotPoint>(points: readonly Point[], max = 400): readonly Point[] {
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  if (points.length <= max || span <= 0) return points;
  const bucketCount = Math.max(1, Math.floor(max / 4));
  const kept: Point[] = [];
  let bucket: Point[] = [];
  let current = 0;
  const endBucket = (): void => void kept.push(...extremesOf(bucket));
  for (const point of points) {
    const index = Math.min(bucketCount - 1, Math.floor(((point.at - from) / span) * bucketCount));
    if (index !== current) {
      endBucket();
      bucket = [];
      current = index;
    }
    bucket.push(point);
  }
  endBucket();
  return kept;
}

/** In the order of time, each point once. */
function extremesOf<Point extends PlotPoint>(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length <= 4) return points;
  const low = points.reduce((a, b) => (b.value < a.value ? b : a));
  const high = points.reduce((a, b) => (b.value > a.value ? b : a));
  return [...new Set([first, ...(low.at <= high.at ? [low, high] : [high, low]), last])];
}
