import stringWidth from 'fast-string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Combining marks have no width. Without this limit, a text of one column could have a megabyte. */
const UNITS_PER_COLUMN = 16;

/** Cuts a text to `columns` terminal columns, between graphemes. A text that was cut ends with `…`. */
export function cutText(text: string, columns: number): string {
  const bounded = text.length > UNITS_PER_COLUMN * columns ? text.slice(0, UNITS_PER_COLUMN * columns) : text;
  if (bounded === text && stringWidth(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(bounded)) {
    used += stringWidth(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
