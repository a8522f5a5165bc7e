import { cutText } from './cut-text.js';
import { html, Html, type HtmlPart } from './html.js';
import { styleSheet } from './style-sheet.js';

/** The parts that every display shows around its content. */
export interface Frame {
  readonly title: string;
  /** The main finding in one sentence. */
  readonly lead?: string | undefined;
  readonly notes?: readonly string[];
}

/** The longest title, and the longest sentence. A name in it comes from the service. */
const MAX_TITLE = 120;
const MAX_SENTENCE = 400;

/** The HTML of a whole display. Its style sheet goes with it, since a notebook may show each output in a page of its own. */
export function frameHtml(frame: Frame, content: HtmlPart): string {
  const { title, lead, notes } = cutFrame(frame);
  return html`<div class="fleetglass" role="group" aria-label="${title}">
    <style>
      ${new Html(styleSheet)}
    </style>
    <div class="fg-head">
      <b class="fg-title">${title}</b>${lead === '' ? undefined : html`<span class="fg-lead">${lead}</span>`}
    </div>
    ${content}${notes.map((note) => html`<p class="fg-note">${note}</p>`)}
  </div>`.text;
}

/** The lines of a whole display. */
export function frameText(frame: Frame, content: readonly string[]): string {
  const { title, lead, notes } = cutFrame(frame);
  return [lead === '' ? title : `${title}: ${lead}`, ...content, ...notes].join('\n');
}

function cutFrame({ title, lead = '', notes = [] }: Frame): { title: string; lead: string; notes: string[] } {
  return {
    title: cutText(title, MAX_TITLE),
    lead: cutText(lead, MAX_SENTENCE),
    notes: notes.map((note) => cutText(note, MAX_SENTENCE)),
  };
}
