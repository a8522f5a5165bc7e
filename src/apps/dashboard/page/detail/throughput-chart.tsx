import UPlot from 'uplot';
import { useEffect, useRef, type ReactElement } from 'react';
import type { ThroughputSample } from '../../../../core/limits/throughput.js';
import { chartOptions } from './chart-options.js';

export interface ThroughputChartProps {
  /** Oldest first; at least one. */
  readonly points: readonly ThroughputSample[];
}

/** Throughput as a line over time. Hidden from screen readers, because the figure describes it as text. */
export function ThroughputChart({ points }: ThroughputChartProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof drawChart>>(undefined);
  useEffect(() => {
    if (place.current === null) return undefined;
    const drawn = drawChart(place.current);
    chart.current = drawn;
    return () => drawn.destroy();
  }, []);
  useEffect(() => chart.current?.show(points), [points]);
  return <div className="detail-chart-canvas" ref={place} aria-hidden="true" />;
}

/** A chart in the page. */
interface DrawnChart {
  /** Replaces the points, oldest first. */
  show(points: readonly ThroughputSample[]): void;
  /** Removes the chart. */
  destroy(): void;
}

/** Draws a chart that follows the size and the colour scheme of its element. */
function drawChart(place: HTMLElement): DrawnChart {
  const chart = new UPlot(chartOptions(place), [[], []], place);
  const redraw = (): void => chart.redraw(false, false);
  const sizes = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: place.clientHeight }));
  sizes.observe(place);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const systemTheme = matchMedia('(prefers-color-scheme: dark)');
  systemTheme.addEventListener('change', redraw);
  return {
    show: (points) => chart.setData([points.map(({ at }) => at / 1000), points.map(({ value }) => value)]),
    destroy() {
      sizes.disconnect();
      themes.disconnect();
      systemTheme.removeEventListener('change', redraw);
      chart.destroy();
    },
  };
}
