import type UPlot from 'uplot';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { describeMarks, marksBySample } from './chart-marks.js';
import { chartOptions, describeChart, type ChartContent } from './chart-options.js';
import { alignSeries, type Sample } from './time-series.js';
import { useChart } from './use-chart.js';

export interface TimeChartProps {
  readonly content: ChartContent;
  readonly name: string;
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
export function TimeChart({ content, name }: TimeChartProps): ReactElement {
  const current = useRef(content);
  // This effect has to run before the effect of `useChart`, which draws the data of the content.
  useEffect(() => void (current.current = content), [content]);
  const data = useMemo(() => alignSeries(content.samples, content.forecast, content.to), [content]);
  const { place, chart } = useChart((element) => chartOptions(element, () => current.current), data);
  const descriptionId = useId();
  const [selectedAt, setSelectedAt] = useState(Infinity);
  const samples = content.samples.filter(({ at }) => at >= content.from);
  const last = samples.findLastIndex(({ at }) => at <= selectedAt);
  const selected = Math.max(0, last);

  // The selected value has another position in a new period, which the chart draws in a microtask.
  useEffect(() => {
    if (place.current?.matches(':focus-visible') !== true) return;
    queueMicrotask(() => point(chart.current, samples[selected]));
  }, [data]);

  function select(index: number): void {
    const next = samples[Math.max(0, Math.min(samples.length - 1, index))];
    if (next === undefined) return;
    setSelectedAt(next === samples.at(-1) ? Infinity : next.at);
    point(chart.current, next);
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
        onBlur={() => point(chart.current, undefined)}
      />
      <p id={descriptionId} className="visually-hidden">
        {describeChart(content)}
      </p>
    </div>
  );
}

/** `14:05:09: 922 MiB · 90 %; 14:05:03 Became suspended, was active` */
function describeValue(content: ChartContent, samples: readonly Sample[], index: number): string {
  const { marks, formatTime, formatValue } = content;
  const sample = samples[index];
  if (sample === undefined) return 'No data';
  const events = describeMarks(marksBySample(samples, marks).get(index), formatTime);
  return `${formatTime(sample.at)}: ${formatValue(sample.value)}${events && `; ${events}`}`;
}

function point(chart: UPlot | undefined, sample: Sample | undefined): void {
  chart?.setCursor(sample === undefined ? HIDDEN : { left: chart.valToPos(sample.at / 1000, 'x'), top: 0 });
}

const HIDDEN = { left: -10, top: -10 };
