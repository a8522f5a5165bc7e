import { inspectForm } from '../../core/shared/inspect-form.js';
import { html, Html, type HtmlPart } from './html.js';
import { styleSheet } from './style-sheet.js';
import { cutText } from './text.js';

/**
 * One display in several formats, by MIME type: `text/html` and `text/plain` always; tables also as
 * `application/vnd.dataresource+json`, plots as `application/vnd.vegalite.v5+json`. The notebook shows the best format
 * that it knows.
 */
export type MimeBundle = Readonly<Record<string, string | object>>;

/** The key of the method by which Deno's kernel gets the formats of a value. */
export const jupyterDisplay: unique symbol = Symbol.for('Jupyter.display');

/** The state at one moment, for people. As the last value of a cell, it is shown below the cell. */
export interface Display {
  /** Plain JSON. It contains no secrets, and its HTML contains no script. */
  readonly bundle: MimeBundle;
  [jupyterDisplay](): MimeBundle;
  /** The text of `text/plain`. `console.log` prints it too, in Node and Deno. */
  toString(): string;
}

/** Makes a display of a MIME bundle, which a notebook shows as the value of a cell. */
export function createDisplay(bundle: MimeBundle & { readonly 'text/plain': string }): Display {
  const toString = (): string => bundle['text/plain'];
  return { bundle, [jupyterDisplay]: () => bundle, [inspectForm]: toString, toString };
}

/** The words around the content of a display. */
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
type Content =
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

/** Whether a value of a user is a display, made by this or by another copy of the package. */
export function isDisplay(value: unknown): value is Display {
  const { bundle, [jupyterDisplay]: show } = (value ?? {}) as Partial<Display>;
  return typeof bundle === 'object' && bundle !== null && typeof show === 'function';
}

/** Handles the rejection of a value that may be a promise: an unhandled rejection ends a kernel and a Node process. */
export function ignoreRejection(value: unknown): void {
  void Promise.resolve(value).catch(() => {});
}
