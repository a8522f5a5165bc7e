import type { MimeBundle } from './display.js';

/** The MIME type of a plot. Deno's kernel and JupyterLab know version 5. */
const vegaLiteType = 'application/vnd.vegalite.v5+json';

/** The parts of a specification that differ between plots. */
export interface VegaLitePlot {
  readonly title: string;
  /** A sentence for screen readers. */
  readonly description: string;
  /** Pixels. Vega-Lite warns about a height in steps beside the width of a container. */
  readonly height: number;
  readonly layer: readonly object[];
  readonly data: readonly object[];
}

/**
 * Makes the part of a bundle that is a complete specification with its data. The plot is as wide as its container, and its
 * text and background have the colours of the notebook's theme. Without data the part is empty: an empty plot would hide
 * the text that tells why.
 */
export function vegaLitePart({ data, ...plot }: VegaLitePlot): MimeBundle {
  if (data.length === 0) return {};
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    width: 'container',
    data: { values: data },
    ...plot,
  };
  return { [vegaLiteType]: spec };
}

/** The pixels of a bar and the space around it. */
export const barStep = 24;

/** A colour for each value of a nominal field. */
export function colourScale(colours: readonly (readonly [value: string, colour: string])[]): object {
  return { domain: colours.map(([value]) => value), range: colours.map(([, colour]) => colour) };
}
