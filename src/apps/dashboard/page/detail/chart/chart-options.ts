import type UPlot from 'uplot';
import type { describeLevels } from '../../../../../format/describe-use.js';
import { countOf } from '../../../../../format/quantities.js';
import { formatTicks } from './format-time.js';
import { describeMarks, type ChartMark, drawMarks, marksAt } from './chart-marks.js';
import type { Sample } from './time-series.js';
import type { DrawnOptions } from './use-chart.js';
import type { LimitStatus } from '../../../../../index.js';

export interface ChartContent {
  /** Oldest first; at least one. */
  readonly samples: readonly Sample[];
  /** The period of the time axis, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Sets the colour of the line. @default a colour without a meaning */
  readonly status?: LimitStatus;
  /** Lines outside of the axis are not drawn. */
  readonly lines?: ReturnType<typeof describeLevels>;
  /** The events to mark, oldest first. */
  readonly marks: readonly ChartMark[];
  /** Whether the axis covers only the values. @default false: it goes from 0 to the highest line or value */
  readonly isZoomed?: boolean;
  /** The end of the dashed line that begins at the last sample. */
  readonly forecast?: Sample | undefined;
  /** `bytes` has ticks at powers of two, `count` at whole numbers. */
  readonly scale: 'bytes' | 'count' | 'number';
  readonly formatTick: (value: number) => string;
  readonly formatValue: (value: number) => string;
  readonly formatTime: (at: number) => string;
  readonly forecastText?: string | undefined;
}

/** Describes a chart for screen readers. */
export function describeChart({ samples, from, marks, formatValue, formatTime }: ChartContent): string {
  const shown = samples.filter(({ at }) => at >= from);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return 'No values in this period.';
  const values = shown.map(({ value }) => value);
  return (
    `${countOf(shown.length, 'value')} from ${formatTime(first.at)} to ${formatTime(last.at)}: latest ${formatValue(last.value)}, ` +
    `lowest ${formatValue(Math.min(...values))}, highest ${formatValue(Math.max(...values))}. ` +
    (marks.length === 0 ? '' : `Events: ${describeMarks(marks, formatTime)}. `) +
    'The arrow keys select a value.'
  );
}

const POWERS_OF_TWO = Array.from({ length: 63 }, (_, power) => 2 ** power);
const WHOLE_NUMBERS = Array.from({ length: 18 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

const HEADROOM = 0.14;

/** Colours are read at each drawing: the colour scheme and the forced colours may change. */
export function chartOptions(place: HTMLElement, contentOf: () => ChartContent): DrawnOptions {
  const colourOf = (name: string): string => resolveColour(place, `var(${name})`);
  // With forced colours, `--chart-line` distinguishes the line from the thresholds.
  const ofLine = (): string => `var(--chart-line, var(${lineColour(contentOf())}))`;
  const line = (): string => resolveColour(place, ofLine());
  const { fontFamily } = getComputedStyle(place);
  const axis = axisOf(place);
  const { scale } = contentOf();
  const incrs = { bytes: POWERS_OF_TWO, count: WHOLE_NUMBERS, number: undefined }[scale];
  return {
    padding: [8, 12, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { range: () => [contentOf().from / 1000, contentOf().to / 1000] },
      y: { range: (_, least, most) => rangeOf(contentOf(), least, most) },
    },
    series: [
      {},
      {
        stroke: line,
        fill: () => resolveColour(place, `color-mix(in oklab, ${ofLine()} 14%, var(--surface))`),
        width: 1.75,
        points: { show: true, size: 4, fill: line, filter: findIsolated },
      },
      { stroke: line, width: 1.75, dash: [5, 4], points: { show: false } },
    ],
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: true, size: 4, stroke: () => colourOf('--line-strong'), width: 1 },
        space: 56,
        size: 26,
        gap: 4,
        values: (_, seconds) => timeTexts(contentOf(), seconds),
      },
      {
        ...axis,
        space: 24,
        size: (_, values) => Math.max(28, ...(values ?? []).map((text) => text.length * AXIS_DIGIT_PX + 10)),
        gap: 6,
        ...(incrs && { incrs }),
        values: (_, values) => values.map((value) => (value === 0 ? '0' : contentOf().formatTick(value))),
      },
    ],
    hooks: {
      draw: [
        (chart) => drawLines(chart, contentOf(), colourOf, fontFamily),
        (chart) => drawMarks(chart, contentOf().marks, colourOf),
      ],
    },
    plugins: [tooltip(contentOf)],
  };
}

/** The colour of the line, the same as of the meter of the limit. */
function lineColour({ status = 'unknown' }: ChartContent): string {
  return status === 'unlimited' || status === 'unknown' ? '--accent' : `--${status}`;
}

/** The axis goes from zero to the limit, so that charts are comparable. Only negative values extend it below zero. */
function rangeOf(
  { lines: drawn = [], isZoomed = false }: ChartContent,
  least: number | null,
  most: number | null,
): [number, number] {
  if (isZoomed && least !== null && most !== null) {
    const margin = (most - least) * HEADROOM || Math.abs(most) * HEADROOM || 1;
    return [least < 0 ? least - margin : Math.max(0, least - margin), most + margin];
  }
  const from = Math.min(0, least ?? 0);
  const to = Math.max(0, most ?? 0, ...drawn.map(({ value }) => value));
  const room = drawn.some(({ value }) => value >= to * 0.9) ? HEADROOM : 0.08;
  return [from, to === from ? from + 1 : to + (to - from) * room];
}

/** A label beyond this share of the axis would be cut off at the end. */
const LAST_LABEL_SHARE = 0.97;

function timeTexts({ from, to }: ChartContent, seconds: readonly number[]): string[] {
  const texts = formatTicks(seconds.map((second) => second * 1000));
  return texts.map((text, place) => {
    const share = ((seconds[place] ?? 0) * 1000 - from) / (to - from);
    return share > LAST_LABEL_SHARE ? '' : text;
  });
}

const AXIS_DIGIT_PX = 6.5;

/** A sample between two gaps has no line, so it is drawn as a point. */
function findIsolated(chart: UPlot, series: number): number[] {
  const values = chart.data[series] ?? [];
  return [...values.keys()].filter((nth) => values[nth] != null && values[nth - 1] == null && values[nth + 1] == null);
}

const LABEL_PX = 10;

/** Draws the thresholds and the limit over the values, with a label each. */
function drawLines(chart: UPlot, content: ChartContent, colourOf: (name: string) => string, fontFamily: string): void {
  const { ctx, bbox } = chart;
  const { lines = [], samples } = content;
  const visible = lines
    .map((line) => ({ ...line, y: Math.round(chart.valToPos(line.value, 'y', true)) }))
    .filter(({ y }) => y >= bbox.top && y <= bbox.top + bbox.height);
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  for (const { y, tone } of visible) {
    ctx.strokeStyle = colourOf(`--${tone}`);
    ctx.setLineDash(tone === 'exceeded' ? [] : [2 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y + 0.5);
    ctx.lineTo(bbox.left + bbox.width, y + 0.5);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  ctx.font = `${LABEL_PX * devicePixelRatio}px ${fontFamily}`;
  // The labels stand where the values are lower, so that they hide fewer of them.
  const isLeft = (samples[0]?.value ?? 0) <= (samples.at(-1)?.value ?? 0);
  const x = isLeft ? bbox.left + 4 * devicePixelRatio : bbox.left + bbox.width - 4 * devicePixelRatio;
  ctx.textAlign = isLeft ? 'left' : 'right';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3 * devicePixelRatio;
  ctx.strokeStyle = colourOf('--surface');
  let lowest = -Infinity;
  for (const { y, label, tone } of visible.toSorted((a, b) => a.y - b.y)) {
    const isLimit = tone === 'exceeded';
    ctx.textBaseline = isLimit ? 'bottom' : 'top';
    const at = isLimit ? y - 2 * devicePixelRatio : y + 2 * devicePixelRatio;
    // Two labels at one place are not legible.
    if (!isLimit && at < lowest) continue;
    lowest = at + (isLimit ? 0 : LABEL_PX * devicePixelRatio);
    ctx.fillStyle = colourOf(`--${tone}-ink`);
    ctx.strokeText(label, x, at);
    ctx.fillText(label, x, at);
  }
  ctx.restore();
}

function tooltip(contentOf: () => ChartContent): UPlot.Plugin {
  const box = document.createElement('div');
  const value = document.createElement('strong');
  const time = document.createElement('span');
  const events = document.createElement('span');
  box.className = 'card raised chart-tip';
  time.className = events.className = 'muted';
  box.hidden = true;
  box.append(value, time, events);
  return {
    hooks: {
      ready: (chart) => chart.over.append(box),
      setCursor(chart) {
        const { idx, left = -1 } = chart.cursor;
        const seconds = idx == null ? undefined : chart.data[0][idx];
        box.hidden = idx == null || seconds === undefined || left < 0;
        if (idx == null || seconds === undefined) return;
        const { samples, marks, formatValue, formatTime, forecastText = '' } = contentOf();
        const near = marksAt(chart, samples, marks, idx, left);
        events.textContent = describeMarks(near, formatTime).replaceAll('; ', '\n');
        const used = chart.data[1]?.[idx];
        const isForecast = used == null && chart.data[2]?.[idx] != null;
        value.textContent = used == null ? (isForecast ? forecastText : 'No data') : formatValue(used);
        time.textContent = formatTime(used == null ? chart.posToVal(left, 'x') * 1000 : seconds * 1000);
        const at = used == null ? left : chart.valToPos(seconds, 'x');
        const room = chart.over.clientWidth - box.offsetWidth;
        box.style.transform = `translateX(${Math.round(Math.max(0, Math.min(room, at - box.offsetWidth / 2)))}px)`;
      },
    },
  };
}

export function axisOf(place: HTMLElement): UPlot.Axis {
  return {
    stroke: () => resolveColour(place, 'var(--ink-muted)'),
    font: `11px ${getComputedStyle(place).fontFamily}`,
    grid: { stroke: () => resolveColour(place, 'var(--line)'), width: 1 },
    ticks: { show: false },
  };
}

/** Resolves a colour at an element, because a canvas does not resolve custom properties. */
export function resolveColour(place: HTMLElement, value: string): string {
  const before = place.style.color;
  place.style.color = value;
  const { color } = getComputedStyle(place);
  place.style.color = before;
  return color;
}
