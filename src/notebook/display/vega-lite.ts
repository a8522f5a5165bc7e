import { group } from 'd3-array';
import type { MimeBundle } from './display.js';
import { offsetMsOf } from './text.js';

export interface VegaLitePlot {
  readonly title: string;
  /** A sentence for screen readers. */
  readonly description: string;
  /** Pixels. Vega-Lite warns about a height in steps beside the width of a container. */
  readonly height: number;
  readonly layer: readonly object[];
  readonly data: readonly object[];
  /** Which scales the layers do not share. @default none */
  readonly resolve?: object;
}

/**
 * Makes the part of a bundle that is a complete specification with its data. The plot is as wide as its container, and its
 * text and background have the colours of the notebook's theme. Without data the part is empty: an empty plot would hide
 * the text that says why.
 */
export function vegaLitePart({ data, ...plot }: VegaLitePlot): MimeBundle {
  if (data.length === 0) return {};
  const $schema = 'https://vega.github.io/schema/vega-lite/v5.json';
  // Deno's kernel and JupyterLab know version 5.
  return { 'application/vnd.vegalite.v5+json': { $schema, width: 'container', data: { values: data }, ...plot } };
}

/** The pixels of a bar and the space around it. */
export const barStep = 24;

/** Vega-Lite knows only the zone of the reader and UTC. So the axis shows {@link localTime} as UTC. */
export function timeAxis(zone: string): object {
  return { type: 'temporal', title: `Time (${zone})`, scale: { type: 'utc' } };
}

/** The time that the clocks of a zone show, as if it were UTC. */
export function localTime(at: number, zone: string): number {
  return at + offsetMsOf(zone, at);
}

/** The fields of a tool tip with their titles. Times are texts: Vega would write them in the zone of the reader. */
export function tooltip(titles: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(titles).map(([field, title]) => ({ field, type: 'nominal', title }));
}

export function nominalScale(entries: readonly (readonly [value: string, colourOrShape: string])[]): object {
  const unique = new Map(entries);
  return { domain: [...unique.keys()], range: [...unique.values()] };
}

/** Returns short names. Vega-Lite joins rows of the same name, so things with equal short names get their long names. */
export function namesOf<T>(all: readonly T[], shortOf: (thing: T) => string, longOf: (thing: T) => string): string[] {
  const named = group(all, shortOf);
  return all.map((thing) => (named.get(shortOf(thing))?.length === 1 ? shortOf(thing) : longOf(thing)));
}
