import { parseJson } from './parse-json.js';
import { endOfItem } from './split-json.js';

/** A list with the text that it came from: the next answer is compared with both. */
export interface ParsedList {
  readonly text: string;
  readonly items: unknown[];
  /** Where each item begins, behind the bracket or the comma before it: of the first items, as far as it is known. */
  readonly starts: number[];
}

/**
 * Parses a list of JSON. An item whose text is that of an item of the list before is not parsed again: it is that item.
 *
 * What `JSON.parse` makes of a text depends on nothing but what it has read: where it expects an item, a stretch of text
 * that was one item and its comma before is one again. So every character is either compared or parsed, and the result
 * is that of parsing all of it.
 *
 * @param placeOf finds an item's predecessor in the list before, if it has one; mostly that is at `expected`.
 * @returns nothing for a text that `JSON.parse` refuses, or that is no list.
 */
export function parseList(
  text: string,
  before: ParsedList | undefined,
  placeOf: (item: unknown, expected: number) => number | undefined,
): ParsedList | undefined {
  const list: ParsedList = { text, items: [], starts: [text.indexOf('[') + 1] };
  if (before !== undefined && header(before) === header(list)) shareItems(list, before, placeOf);
  const { items, starts } = list;
  if (items.length === 0) {
    const whole = parseJson(text);
    return Array.isArray(whole) ? { ...list, items: whole } : undefined;
  }
  // The item in front makes an end right behind the last comma the error that it is.
  const rest = parseJson(`[0,${text.slice(starts[items.length])}`);
  if (!Array.isArray(rest)) return undefined;
  for (let at = 1; at < rest.length; at++) items.push(rest[at]);
  return list;
}

/** With more items than this that differ, and many among all, parsing the rest at once is quicker. */
const MAX_MISSES = 64;
const MAX_MISS_SHARE = 1 / 4;

/** Takes items from the text as long as that is quicker. The last one is left: it has no comma. */
function shareItems(list: ParsedList, before: ParsedList, placeOf: Parameters<typeof parseList>[2]): void {
  const { text, items, starts } = list;
  let misses = 0;
  for (let place = 0; ; place++) {
    const start = starts[items.length] as number;
    let item = before.items[place];
    let end = endOfSame(text, start, before, place);
    if (end === undefined) {
      misses += 1;
      if (misses > MAX_MISSES + items.length * MAX_MISS_SHARE) return;
      end = endOfItem(text, start) + 1;
      item = text[end - 1] === ',' ? parseJson(text.slice(start, end - 1)) : undefined;
      if (item === undefined) return;
      place = placeOf(item, place) ?? place - 1;
    }
    items.push(item);
    starts.push(end);
  }
}

/** The end of an earlier item with its comma, if it is here again. */
function endOfSame(text: string, start: number, before: ParsedList, place: number): number | undefined {
  if (place >= before.items.length - 1) return undefined;
  const item = before.text.slice(startOf(before, place), startOf(before, place + 1));
  const end = start + item.length;
  // Of all ways to compare parts of texts this one is by far the quickest.
  return text.slice(start, end) === item ? end : undefined;
}

function startOf({ text, starts }: ParsedList, place: number): number {
  for (let known = starts.length; known <= place; known++)
    starts.push(endOfItem(text, starts[known - 1] as number) + 1);
  return starts[place] as number;
}

/** What comes before the first item: the bracket, and white space. */
function header({ text, starts }: ParsedList): string {
  return text.slice(0, starts[0]);
}
