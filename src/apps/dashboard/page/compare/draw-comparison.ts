import UPlot from 'uplot';
import { describeShare } from '../../../../format/describe-use.js';
import { axisOf, colourAt } from '../detail/chart/chart-options.js';
import { formatTicks } from '../detail/chart/format-time.js';
import { mountChart } from '../detail/chart/mount-chart.js';
import type { Sample } from '../detail/chart/time-series.js';

export interface ComparedLine {
  readonly id: string;
  readonly name: string;
  /** Shares of the limit, oldest first. */
  readonly samples: readonly Sample[];
}

/** The last value at a time, Unix milliseconds; the latest one without a time. */
export function valueAt({ samples }: ComparedLine, at = Infinity): number | undefined {
  return samples.findLast((sample) => sample.at <= at)?.value;
}

export interface Comparison {
  update(lines: readonly ComparedLine[]): void;
  /** Moves the cursor by a number of times. */
  step(by: number): void;
  destroy(): void;
}

/** With forced colours, the lines differ by their dashes. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 5]];

type OnTime = (at: number | undefined) => void;

/** Draws lines from 0 to the limit, which is 100 %. Their colours are those of `--series-1` and so on. */
export function drawComparison(place: HTMLElement, count: number, onTime: OnTime): Comparison {
  const empty: UPlot.AlignedData = [[], ...Array.from({ length: count }, () => [])];
  const { chart, destroy } = mountChart(place, optionsOf(place, count, onTime), empty);
  return {
    update: (lines) =>
      chart.setData(
        UPlot.join(lines.map(({ samples }) => [samples.map(({ at }) => at / 1000), samples.map(({ value }) => value)])),
      ),
    step(by) {
      const [times] = chart.data;
      const now = chart.cursor.idx ?? times.length;
      const next = times[Math.max(0, Math.min(times.length - 1, now + by))];
      if (by !== 0 && next !== undefined) chart.setCursor({ left: chart.valToPos(next, 'x'), top: 0 });
    },
    destroy,
  };
}

function optionsOf(place: HTMLElement, count: number, onTime: OnTime): UPlot.Options {
  const isForced = matchMedia('(forced-colors: active)').matches;
  const colour = colourAt(place);
  const axis = axisOf(place);
  const series = Array.from({ length: count }, (_, at): UPlot.Series => ({
    stroke: colour(`--series-${at + 1}`),
    width: 2,
    dash: isForced ? (DASHES[at] ?? []) : [],
    spanGaps: true,
    points: { show: false },
  }));
  return {
    width: place.clientWidth,
    height: place.clientHeight,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most ?? 0) * 1.05] } },
    series: [{}, ...series],
    axes: [
      { ...axis, grid: { show: false }, values: (_, seconds) => formatTicks(seconds.map((second) => second * 1000)) },
      { ...axis, size: 52, values: (_, shares) => shares.map(describeShare) },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx }, data: [times] }) => {
          const seconds = idx == null ? undefined : times[idx];
          onTime(seconds === undefined ? undefined : seconds * 1000);
        },
      ],
    },
  };
}
