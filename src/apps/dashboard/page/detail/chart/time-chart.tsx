import type UPlot from 'uplot';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { describeMarks, marksBySample } from './chart-marks.js';
import { chartOptions, type ChartContent, mountChart } from './chart-options.js';
import { alignSeries, findGaps, type Sample } from './time-series.js';

export interface TimeChartProps {
  readonly content: ChartContent;
  readonly name: string;
  readonly description: string;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/** Values over time as a line. The pointer and the arrow keys select a value, which a screen reader reads. */
export function TimeChart({ content, name, description }: TimeChartProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<DrawnChart>(undefined);
  const current = useRef(content);
  const descriptionId = useId();
  const [selectedAt, setSelectedAt] = useState(Infinity);
  const samples = content.samples.filter(({ at }) => at >= content.from);
  const selected = Math.max(
    0,
    samples.findLastIndex(({ at }) => at <= selectedAt),
  );

  useEffect(() => {
    if (place.current === null) return undefined;
    const drawn = drawChart(place.current, () => current.current);
    chart.current = drawn;
    return () => drawn.destroy();
  }, []);
  useEffect(() => {
    current.current = content;
    chart.current?.update();
  }, [content]);

  function select(place_: number): void {
    const next = samples[Math.max(0, Math.min(samples.length - 1, place_))];
    if (next === undefined) return;
    setSelectedAt(next === samples.at(-1) ? Infinity : next.at);
    chart.current?.point(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    select(selected + step);
  }

  return (
    <div className="chart">
      <div
        className="chart-canvas"
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-describedby={descriptionId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, samples.length - 1)}
        aria-valuenow={selected}
        aria-valuetext={describeValue(content, samples, selected)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.matches(':focus-visible') && select(selected)}
        onBlur={() => chart.current?.point(undefined)}
      />
      <p id={descriptionId} className="visually-hidden">
        {description}
      </p>
    </div>
  );
}

/** `14:05:09: 922 MiB · 90 %; 14:05:03 Became suspended, was active` */
function describeValue(content: ChartContent, samples: readonly Sample[], place: number): string {
  const { marks, formatTime, formatValue } = content;
  const sample = samples[place];
  if (sample === undefined) return 'No data';
  const events = describeMarks(marksBySample(samples, marks).get(place), formatTime);
  return `${formatTime(sample.at)}: ${formatValue(sample.value)}${events && `; ${events}`}`;
}

interface DrawnChart {
  update(): void;
  /** Shows the value of a sample, or of none. */
  point(sample: Sample | undefined): void;
  destroy(): void;
}

function drawChart(place: HTMLElement, contentOf: () => ChartContent): DrawnChart {
  const align = (): UPlot.AlignedData => {
    const { samples, forecast, to } = contentOf();
    // A forecast continues the line. Without a forecast, the time since the last sample may be a gap.
    return alignSeries(samples, findGaps(samples, forecast === undefined ? to : 0), forecast);
  };
  const { chart, destroy } = mountChart(place, chartOptions(place, contentOf), align());
  return {
    update: () => chart.setData(align()),
    point: (sample) =>
      chart.setCursor(sample === undefined ? HIDDEN : { left: chart.valToPos(sample.at / 1000, 'x'), top: 0 }),
    destroy,
  };
}

const HIDDEN = { left: -10, top: -10 };
