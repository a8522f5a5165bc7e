import { createDisplay, type Display, type MimeBundle } from './display.js';
import { html, Html, type HtmlPart } from './html.js';
import { styleSheet } from './style-sheet.js';
import { cutText } from './text.js';

export interface Frame {
  readonly title: string;
  /** The main finding in one sentence. */
  readonly lead?: string | undefined;
  readonly notes?: readonly string[];
}

/** The longest title, and the longest sentence. A name in it comes from the service. */
const MAX_TITLE = 120;
const MAX_SENTENCE = 400;

/** The content of a display, or a sentence where there is nothing to show. `style`: CSS rules in addition to those of every display. */
export type Content =
  | string
  | { readonly html: HtmlPart; readonly text: readonly string[]; readonly style?: string | undefined };

/** Makes a display with its style sheet, since a notebook may show each display in a page of its own. @param parts other formats */
export function createFramedDisplay(frame: Frame, content: Content, parts: MimeBundle = {}): Display {
  const title = cutText(frame.title, MAX_TITLE);
  const lead = cutText(frame.lead ?? '', MAX_SENTENCE);
  const notes = (frame.notes ?? []).map((note) => cutText(note, MAX_SENTENCE));
  const shown: Exclude<Content, string> =
    typeof content === 'string' ? { html: html`<p class="fg-empty">${content}</p>`, text: [content] } : content;
  const page = html`<div class="fleetglass" role="group" aria-label="${title}">
    <style>
      ${new Html(styleSheet + (shown.style ?? ''))}
    </style>
    <div class="fg-head">
      <b class="fg-title">${title}</b> ${lead === '' ? undefined : html`<span class="fg-lead">${lead}</span>`}
    </div>
    ${shown.html}${notes.map((note) => html`<p class="fg-note">${note}</p>`)}
  </div>`;
  const lines = [lead === '' ? title : `${title}${title.endsWith('?') ? '' : ':'} ${lead}`, ...shown.text, ...notes];
  return createDisplay({ 'text/html': page.text, 'text/plain': lines.join('\n'), ...parts });
}
