import UPlot from 'uplot';
import type { ThroughputSample } from '../../../../core/limits/throughput.js';
import { chartOptions } from './chart-options.js';

/** A chart in the page. */
export interface DrawnChart {
  /** Replaces the points, oldest first. */
  show(points: readonly ThroughputSample[]): void;
  /** Removes the chart. */
  destroy(): void;
}

/** Draws a chart that follows the size and the colour scheme of its element. */
export function drawChart(place: HTMLElement): DrawnChart {
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
