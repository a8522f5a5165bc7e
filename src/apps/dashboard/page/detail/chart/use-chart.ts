import UPlot from 'uplot';
import { useEffect, useRef } from 'react';

export type DrawnOptions = Omit<UPlot.Options, 'width' | 'height' | 'legend'>;

/** The chart follows the data, the size of its place and the colours. @param optionsOf called once */
export function useChart(optionsOf: (place: HTMLElement) => DrawnOptions, data: UPlot.AlignedData) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(undefined);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const drawn = new UPlot({ ...optionsOf(element), ...size(), legend: { show: false } }, data, element);
    chart.current = drawn;
    const redraw = (): void => drawn.redraw(false, false);
    const sizes = new ResizeObserver(() => drawn.setSize(size()));
    sizes.observe(element);
    const themes = new MutationObserver(redraw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const systemColours = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
    for (const query of systemColours) query.addEventListener('change', redraw);
    return () => {
      sizes.disconnect();
      themes.disconnect();
      for (const query of systemColours) query.removeEventListener('change', redraw);
      drawn.destroy();
    };
  }, []);
  useEffect(() => chart.current?.setData(data), [data]);
  return { place, chart };
}
