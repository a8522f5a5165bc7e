import { printable } from '../../format/printable.js';

/** Trusted HTML. Make it with {@link html}, which escapes every dynamic part. The constructor escapes nothing. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A dynamic part: text, which is escaped, or HTML. `undefined` is left out. */
export type HtmlPart = Html | string | number | undefined | readonly Html[];

/** Makes HTML from a template. Dynamic texts are escaped for element contents and for quoted attributes. */
export function html(fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(fixed.map((text, at) => text.replace(LINE_BREAK, ' ') + textOf(parts[at])).join(''));
}

/** A line break in a template, with the indentation around it. It becomes one space. */
const LINE_BREAK = /\s*\n\s*/g;

function textOf(part: HtmlPart): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  // A space keeps words apart where a sanitizer removes the styles.
  if (typeof part === 'object') return part.map(({ text }) => text).join(' ');
  // Control characters and characters that change the direction of text are shown as `\u001b`.
  return printable(String(part)).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
