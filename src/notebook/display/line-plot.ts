import { greatest, group, least, max, min } from 'd3-array';
import { chartHtml, round, timesOf, valueTicks, type AxisTick } from './axes.js';
import { createFramedDisplay, type Display, type Frame, type MimeBundle } from './display.js';
import { plotStyle } from './style-sheet.js';
import { html, type Html } from './html.js';
import { toneColours, type Tone } from './tone.js';
import { localTime, timeAxis, tooltip, vegaLitePart } from './vega-lite.js';
import { cutText, formatMoment } from './text.js';

/**
 * Lines over time. The HTML has a chart for each line, or one chart of all lines. Vega-Lite draws all lines in one plot.
 * If the HTML has a chart for each line, the lines with a `whole` are drawn as shares.
 */
export interface LinePlot {
  readonly measure: string;
  readonly lines: readonly PlotLine[];
  /** The end of the time axis if the last point comes earlier, Unix milliseconds. */
  readonly to?: number;
  readonly zone: string;
  /** Whether one chart has all lines. @default false */
  readonly isShared?: boolean;
}

export interface PlotPoint {
  /** Unix milliseconds. */
  readonly at: number;
  readonly value: number;
  /** The whole amount at that time. @default the whole amount of the line */
  readonly whole?: number | undefined;
}

export interface PlotLine {
  readonly name: string;
  /** The texts of the heading. Screen readers read them as the label of the plot. */
  readonly words: readonly string[];
  /** Stands behind the words. */
  readonly status?: Html;
  /** Oldest first. */
  readonly points: readonly PlotPoint[];
  readonly format: (value: number) => string;
  readonly isBytes?: boolean;
  /** The whole amount of which each value is a part, such as a limit. */
  readonly whole?: number | undefined;
  readonly levels?: readonly PlotLevel[];
  /** Where the line is expected to reach the whole amount. */
  readonly forecast?: PlotPoint | undefined;
  /** The least value at the top of the chart. A higher point raises the top. */
  readonly top?: number;
}

interface PlotLevel {
  /** 1 is the whole amount. */
  readonly share: number;
  readonly label: string;
  readonly tone: Tone;
}

const WIDTH = 1000;
const HEIGHT = 100;

/** How a line looks where a sanitizer removes the styles. */
const LINE = html`fill="none" stroke="currentColor"`;

/**
 * Makes the display of lines as SVG of the width of its container, with axes from 0.
 *
 * @param text the lines in words @default their names and words
 */
export function createLinePlotDisplay(frame: Frame, plot: LinePlot, text = plot.lines.map(describeLine)): Display {
  const charts = plot.isShared ? [plot.lines] : plot.lines.map((line) => [line]);
  const shown = charts.map((lines) => html`${lines.map(headingHtml)} ${linesHtml(lines, plot)}`);
  const spec = linePlotSpec(cutText(frame.title, 120), plot);
  return createFramedDisplay(frame, { html: shown, text, style: plotStyle }, spec);
}

function describeLine({ name, words }: PlotLine): string {
  return `${name}: ${words.join(', ')}`;
}

function headingHtml({ name, words, status }: PlotLine, at: number): Html {
  return html`<div class="fg-series">
    <b><span class="fg-dot" style="background:${LINE_COLOURS[at]}"></span>${name}</b>
    ${words.map((each) => html`<span>${each}</span>`)} ${status}
  </div>`;
}

function linesHtml(lines: readonly PlotLine[], { to: end, zone }: LinePlot): Html {
  const { from, to, top } = boundsOf(lines, end);
  const { format, isBytes } = lines[0] as PlotLine;
  const x = (at: number): number => round(to > from ? ((at - from) / (to - from)) * WIDTH : WIDTH / 2);
  const y = (value: number): number => round(HEIGHT - (Math.min(value, top) / top) * HEIGHT);
  const levels = lines
    .flatMap(({ levels: own = [], whole = 0 }) => own.map((level) => ({ ...level, value: level.share * whole })))
    .filter(({ value }) => value <= top);
  const unique = new Map(levels.map(({ value, label }) => [`${label} ${value}`, { label, place: y(value) }]));
  const labels = placeLabels([...unique.values()]);
  const values = valueTicks(top, isBytes).map((value) => ({ place: y(value), label: format(value) }));
  const ticks = timesOf(from, to, zone);
  const path = (points: readonly PlotPoint[]): string =>
    points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ');

  function lineHtml(line: PlotLine, at: number): Html {
    const { points } = line;
    const [first, last, forecast] = [points[0], points.at(-1), nearForecast(line, end)];
    if (first === undefined || last === undefined) return html``;
    // A line of one point would not be drawn.
    const dash = points.length === 1 ? ` ${x(first.at) + 8},${y(first.value)}` : '';
    const drawn = path(downsample(points)) + dash;
    const tone = html`style="--fg-tone:${LINE_COLOURS[at]}"`;
    const edge = `${x(first.at)},${HEIGHT} ${drawn} ${x(last.at)},${HEIGHT}`;
    const area = html`<polygon class="fg-area" ${tone} fill="currentColor" fill-opacity="0.14" points="${edge}" />`;
    return html`${lines.length > 1 ? undefined : area}
      <polyline class="fg-line" ${tone} ${LINE} points="${drawn}" />
      ${forecast && html`<polyline class="fg-line fg-forecast" ${tone} ${LINE} points="${path([last, forecast])}" />`}`;
  }

  const plot = html`<div class="fg-plot">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${lines.map(describeLine).join('; ')}"
    >
      ${values.map(({ place }) => ruleHtml('fg-grid', { y1: place, y2: place, x1: 0, x2: WIDTH }))}
      ${ticks.map(({ place }) => ruleHtml('fg-grid', { x1: place * 10, x2: place * 10, y1: 0, y2: HEIGHT }))}
      ${levels.map(({ value, tone }) => ruleHtml(`fg-level fg-${tone}`, { y1: y(value), y2: y(value), x1: 0, x2: WIDTH }))}
      ${lines.map(lineHtml)}
    </svg>
    ${lines.map(({ name, points }) => html`<span class="fg-plain">${name}: ${textLine(points, from, to, top)}</span>`)}
  </div>`;
  const levelsHtml = html`<div class="fg-levels">
    ${labels.map(({ label, place }) => html`<span style="top:${place}%">${label}</span>`)}
  </div>`;
  return chartHtml({ plot, levels: levelsHtml, values, ticks });
}

function ruleHtml(classes: string, { x1, x2, y1, y2 }: Readonly<Record<'x1' | 'x2' | 'y1' | 'y2', number>>): Html {
  return html`<line class="${classes}" stroke="currentColor" x1="${x1}" x2="${x2}" y1="${y1}" y2="${y2}" />`;
}

const BARS = '▁▂▃▄▅▆▇█';
const COLUMNS = 40;

/** The line in block characters, for readers whose sanitizer removes SVG. Columns before the first point have a dot. */
function textLine(points: readonly PlotPoint[], from: number, to: number, top: number): string {
  const heights = Array.from({ length: COLUMNS }, () => -1);
  for (const { at, value } of points) {
    const column = Math.min(COLUMNS - 1, Math.floor(((at - from) / Math.max(1, to - from)) * COLUMNS));
    const height = Math.min(BARS.length - 1, Math.floor((Math.max(0, value) / top) * BARS.length));
    heights[column] = Math.max(heights[column] as number, height);
  }
  let last = -1;
  const drawn = heights.slice(0, heights.findLastIndex((height) => height >= 0) + 1);
  return drawn.map((height) => BARS[(last = height < 0 ? last : height)] ?? '·').join('');
}

/** The end of the forecast in the chart. A distant forecast is cut at the edge, so that it does not squeeze the known values. */
function nearForecast({ forecast, points }: PlotLine, now = 0): PlotPoint | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (forecast === undefined || first === undefined || last === undefined) return forecast;
  const end = now + Math.max(60_000, now - first.at);
  if (forecast.at <= end) return forecast;
  const share = (end - last.at) / (forecast.at - last.at);
  return { at: end, value: last.value + (forecast.value - last.value) * share };
}

function boundsOf(lines: readonly PlotLine[], end = -Infinity): Record<'from' | 'to' | 'top', number> {
  const points = lines.flatMap((line) => [...line.points, nearForecast(line, end) ?? []].flat());
  const [times, tops] = [points.map(({ at }) => at), lines.map((line) => line.top ?? 0)];
  const to = Math.max(max(times) ?? end, end);
  return { from: min(times) ?? to, to, top: Math.max(...tops, max(points, ({ value }) => value) ?? 0) || 1 };
}

/** The height of a line of text, percent of the height of the chart. */
const LABEL_PERCENT = 15;

/** Centres each label on its line, and moves down those that would overlap. */
export function placeLabels(labels: readonly AxisTick[]): readonly AxisTick[] {
  let free = -Infinity;
  return labels
    .toSorted((a, b) => a.place - b.place)
    .map(({ label, place }) => {
      const top = Math.max(place - LABEL_PERCENT / 2, free);
      free = top + LABEL_PERCENT;
      return { label, place: round(top) };
    });
}

/** Mid-tones for light and dark pages, as `toneColours`. */
const LINE_COLOURS = ['#3b82f6', '#b7791f', '#2a9d5c', '#a05bd6', '#dc3b4b', '#1591a3'];

/** The most lines of one chart. Each has a colour of its own. */
export const MAX_LINES = LINE_COLOURS.length;

function linePlotSpec(title: string, plot: LinePlot): MimeBundle {
  const { lines } = plot;
  const withShare = plot.isShared ? [] : lines.filter(({ whole = 0 }) => whole > 0);
  const others = lines.filter((line) => !withShare.includes(line));
  const frame = { title, description: lines.map(describeLine).join('; '), height: 260 };
  const amounts = layersOf(others, false, plot);
  if (withShare.length === 0) return vegaLitePart({ ...frame, ...amounts });
  const shares = layersOf(withShare, true, plot);
  if (others.length === 0) return vegaLitePart({ ...frame, ...shares });
  // An amount without a limit has no share, so it has an axis of its own.
  const layer = [{ layer: shares.layer }, { data: { values: amounts.data }, layer: amounts.layer }];
  return vegaLitePart({ ...frame, data: shares.data, layer, resolve: { scale: { y: 'independent' } } });
}

function layersOf(measured: readonly PlotLine[], isShare: boolean, { measure, lines, zone }: LinePlot) {
  const samplesOf = ({ name, whole = 1, format }: PlotLine, points: readonly PlotPoint[]): object[] =>
    points.map(({ at, value, whole: wholeThen = whole }) => {
      const y = isShare ? value / wholeThen : value;
      return { name, at: localTime(at, zone), time: formatMoment(at, zone), y, text: format(value) };
    });
  const data = measured.flatMap((line) => samplesOf(line, downsample(line.points)));
  const expected = measured.flatMap((line) => {
    const [forecast, last] = [line.forecast, line.points.at(-1)];
    return forecast === undefined || last === undefined ? [] : samplesOf(line, [last, forecast]);
  });
  const levels = new Set(
    measured.flatMap(({ levels: own = [], whole = 0 }) => own.map(({ share }) => (isShare ? share : share * whole))),
  );
  const encoding = {
    x: { field: 'at', ...timeAxis(zone) },
    y: {
      field: 'y',
      type: 'quantitative',
      title: isShare ? `${measure} as a share of the limit` : measure,
      axis: axisOf(measured, isShare),
    },
    color: {
      field: 'name',
      type: 'nominal',
      title: null,
      scale: { domain: lines.map(({ name }) => name), range: LINE_COLOURS },
    },
    tooltip: tooltip({ name: 'Name', text: measure, time: `Time (${zone})` }),
  };
  const layers = [
    { mark: { type: 'line', tooltip: true, point: measured.some(({ points }) => points.length === 1) }, encoding },
    { data: { values: expected }, mark: { type: 'line', strokeDash: [4, 4], tooltip: true }, encoding },
    {
      data: { values: [...levels].map((y) => ({ y })) },
      mark: { type: 'rule', strokeDash: [5, 4], color: toneColours.quiet },
      encoding: { y: { field: 'y', type: 'quantitative' } },
    },
  ];
  return { data, layer: layers.filter((layer) => layer.data?.values.length !== 0) };
}

/** Labels an axis of bytes by itself, because the formats of Vega have no binary units. */
function axisOf(lines: readonly PlotLine[], isShare: boolean): object {
  const [first] = lines;
  if (isShare || first === undefined || lines.some(({ isBytes }) => !isBytes)) return { format: isShare ? '%' : '~s' };
  const values = valueTicks(boundsOf(lines).top, true);
  const labels = values.map(first.format);
  return { values, labelExpr: `${JSON.stringify(labels)}[indexof(${JSON.stringify(values)}, datum.value)]` };
}

/**
 * Reduces a series to about `most` points that draw the same line. It divides the time into buckets of equal length, and
 * keeps the first, lowest, highest and last point of each bucket. So peaks stay.
 *
 * @param points oldest first
 * @see https://www.vldb.org/pvldb/vol7/p797-jugel.pdf M4 aggregation
 */
export function downsample<Point extends PlotPoint>(points: readonly Point[], most = 400): readonly Point[] {
  const from = points[0]?.at ?? 0;
  const span = (points.at(-1)?.at ?? 0) - from;
  if (points.length <= most || span <= 0) return points;
  const bucketOf = ({ at }: Point): number => Math.min(0.999, (at - from) / span) * Math.max(1, Math.floor(most / 4));
  return [...group(points, (point) => Math.floor(bucketOf(point))).values()].flatMap((bucket) => {
    const valueOf = ({ value }: Point): number => value;
    const kept = new Set([bucket[0], least(bucket, valueOf), greatest(bucket, valueOf), bucket.at(-1)]);
    return bucket.filter((point) => kept.has(point));
  });
}
