import { html, type Html } from './html.js';
import type { Tone } from './tone.js';

/** A bar for a share of a limit. */
export interface Meter {
  /** 1 is the whole limit. A larger share fills the bar. */
  readonly ratio: number;
  readonly tone: Tone;
  /** Shares that are marked on the bar. */
  readonly ticks?: readonly number[];
}

/** A bar. Its share stands beside it as text, so it is hidden from screen readers. */
export function meterHtml({ ratio, tone, ticks = [] }: Meter): Html {
  return html`<span class="fg-meter" aria-hidden="true"
    ><span class="fg-fill fg-${tone}" style="width:${percent(ratio)}"></span
    >${ticks.map((tick) => html`<span class="fg-tick" style="left:${percent(tick)}"></span>`)}</span
  >`;
}

/** A share as a width in CSS, at most the whole. */
export function percent(ratio: number): string {
  return `${Math.round(Math.min(1, Math.max(0, ratio)) * 1000) / 10}%`;
}
