import type { MimeBundle } from './display.js';
import { html, type Html } from './html.js';
import { toneColours, type Tone } from './tone.js';
import { barStep, nominalScale, tooltip, vegaLitePart } from './vega-lite.js';

export interface Bar {
  /** 1 is the whole limit. A larger share fills the bar. */
  readonly share: number;
  readonly tone: Tone;
  /** Shares that are marked on the bar. */
  readonly ticks?: readonly number[];
}

/** Draws a bar for a cell of a table. Its share stands beside it as text, so it is hidden from screen readers. */
export function barHtml({ share, tone, ticks = [] }: Bar): Html {
  return html`<span class="fg-meter" aria-hidden="true"
    ><span class="fg-fill fg-${tone}" style="width:${percent(share)}"></span
    >${ticks.map((tick) => html`<span class="fg-tick" style="left:${percent(tick)}"></span>`)}</span
  >`;
}

/** A share as a length in CSS, at most the whole. */
export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
}

export interface NamedBar extends Bar {
  readonly label: string;
  readonly text: string;
  readonly status: string;
}

/** A larger share ends at the edge of the plot. */
const MAX_SHARE = 1.5;

export function barPlotSpec(title: string, bars: readonly NamedBar[]): MimeBundle {
  const data = bars.map(({ label, share, text, status }) => ({
    label,
    share: Math.min(MAX_SHARE, share),
    text,
    status,
  }));
  const x = {
    field: 'share',
    type: 'quantitative',
    title: 'Used share of the limit',
    axis: { format: '%' },
    scale: { domain: [0, data.reduce((most, { share }) => Math.max(most, share), 1)] },
  };
  const ticks = [...new Set([...bars.flatMap((bar) => bar.ticks ?? []), 1])];
  const scale = nominalScale(bars.map(({ status, tone }) => [status, toneColours[tone]]));
  return vegaLitePart({
    title,
    description: `Used shares of ${bars.length} limits as bars.`,
    height: barStep * bars.length,
    data,
    layer: [
      {
        mark: { type: 'bar', height: { band: 0.7 } },
        encoding: {
          y: { field: 'label', type: 'nominal', sort: null, title: null, axis: { labelLimit: 280 } },
          x,
          color: { field: 'status', type: 'nominal', title: 'Status', scale },
          tooltip: tooltip({ label: 'Limit', text: 'Used', status: 'Status' }),
        },
      },
      {
        data: { values: ticks.map((share) => ({ share })) },
        mark: { type: 'rule', strokeDash: [4, 3], color: toneColours.quiet },
        encoding: { x },
      },
    ],
  });
}
