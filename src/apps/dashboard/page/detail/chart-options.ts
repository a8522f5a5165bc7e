import UPlot from 'uplot';
import { formatMoment } from '../shell/format-moment.js';
import { formatThroughput } from './throughput-words.js';

/** The options of the throughput chart. Colours are read at each drawing, because the colour scheme may change. */
export function chartOptions(place: HTMLElement): UPlot.Options {
  const colour = (name: string) => (): string => resolveColour(place, name);
  const axis: UPlot.Axis = {
    stroke: colour('--ink-faint'),
    font: `11px ${getComputedStyle(place).fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    // The space above the line is for the readout.
    padding: [22, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_, least, most) => rangeOf(least, most) } },
    series: [{}, { stroke: colour('--accent'), fill: colour('--accent-soft'), width: 1.5, points: { show: false } }],
    axes: [
      { ...axis, grid: { show: false }, space: 64, size: 26, gap: 4, values: (_, times) => timeTexts(times) },
      { ...axis, space: 28, size: sizeOf, gap: 6, values: (_, values) => values.map(formatThroughput) },
    ],
    plugins: [readout()],
  };
}

/** The axis starts at zero, so that heights are comparable. Only negative values extend it below zero. */
function rangeOf(least: number | null, most: number | null): [number, number] {
  const from = Math.min(0, least ?? 0);
  const to = Math.max(0, most ?? 0);
  return [from, to === from ? from + 1 : to + (to - from) * 0.08];
}

const AXIS_DIGIT_PX = 6.5;

/** The width of the longest label. */
function sizeOf(_: UPlot, values: string[] | null): number {
  return Math.max(28, ...(values ?? []).map((text) => text.length * AXIS_DIGIT_PX + 10));
}

const DAY_SECONDS = 86_400;

/** Labels with the time of day. The first label of each new day is the date. */
function timeTexts(times: readonly number[]): string[] {
  const [first = 0, second = first] = times;
  const isDaily = second - first >= DAY_SECONDS;
  let before = '';
  return times.map((seconds) => {
    const [day = '', time = ''] = formatMoment(seconds * 1000).split(' ');
    const isNewDay = isDaily || (before !== '' && day !== before);
    before = day;
    return isNewDay ? day.slice(5) : time.slice(0, 5);
  });
}

/** Shows the time and the value at the pointer. */
function readout(): UPlot.Plugin {
  const text = document.createElement('div');
  text.className = 'detail-readout';
  return {
    hooks: {
      ready: (chart) => chart.over.append(text),
      setCursor(chart) {
        const at = chart.cursor.idx;
        const time = at == null ? undefined : chart.data[0][at];
        const value = at == null ? undefined : chart.data[1]?.[at];
        text.textContent =
          time == null || value == null ? '' : `${formatMoment(time * 1000).slice(11)}  ${formatThroughput(value)}`;
      },
    },
  };
}

/** Resolves a design token at an element, because a canvas does not resolve custom properties. */
function resolveColour(place: HTMLElement, name: string): string {
  const before = place.style.color;
  place.style.color = `var(${name})`;
  const { color } = getComputedStyle(place);
  place.style.color = before;
  return color;
}
