import { describeShare } from '../../format/describe-use.js';
import { html, type Html } from './html.js';
import type { Tone } from './tone.js';

/** Draws a bar for a cell of a table; 1 fills it. Screen readers skip it, since the share stands beside it as text. */
export function barHtml(share: number, tone: Tone, ticks: readonly number[] = []): Html {
  return html`<span class="fg-meter" aria-hidden="true"
    ><span class="fg-fill fg-${tone}" style="width:${percent(share)}"></span
    >${ticks.map((tick) => html`<span class="fg-tick" style="left:${percent(tick)}"></span>`)}</span
  >`;
}

export function shareText(share: number | undefined): string {
  return share === undefined ? '–' : describeShare(share);
}

export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;
}
