import UPlot from 'uplot';

/** Draws a chart that follows the size of its place and the colours. */
export function mountChart(
  place: HTMLElement,
  options: UPlot.Options,
  data: UPlot.AlignedData,
): { readonly chart: UPlot; destroy(): void } {
  const chart = new UPlot(options, data, place);
  const redraw = (): void => chart.redraw(false, false);
  const sizes = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: place.clientHeight }));
  sizes.observe(place);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const systemColours = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const query of systemColours) query.addEventListener('change', redraw);
  return {
    chart,
    destroy() {
      sizes.disconnect();
      themes.disconnect();
      for (const query of systemColours) query.removeEventListener('change', redraw);
      chart.destroy();
    },
  };
}
