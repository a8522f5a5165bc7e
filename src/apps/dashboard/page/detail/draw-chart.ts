import UPlot from 'uplot';
import type { ThroughputSample } from '../../../../core/limits/throughput.js';
import { chartOptions } from './chart-options.js';

/** A chart that stands in the page. */
export interface DrawnChart {
  /** Shows other points, oldest first. */
  show(points: readonly ThroughputSample[]): void;
  /** Takes it away. */
  end(): void;
}

/** Draws a chart that fills an element, whatever its size becomes, in the colours that it has, whatever they become. */
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
    end() {
      sizes.disconnect();
      themes.disconnect();
      systemTheme.removeEventListener('change', redraw);
      chart.destroy();
    },
  };
}
