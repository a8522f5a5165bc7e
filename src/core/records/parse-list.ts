import { parseJson } from '../wire/parse-json.js';
import { endOfItem } from './split-json.js';

/** A list and its text. The next answer is compared with both. */
export interface ParsedList {
  readonly text: string;
  readonly items: unknown[];
  /** The offset after the bracket or comma before each item, for the first items; the others are found when needed. */
  readonly starts: number[];
}

/**
 * Parses a JSON list. An item whose text equals the text of an earlier item is not parsed again: the result contains
 * the earlier item.
 *
 * The result is the same as from parsing the whole text, because every character is either parsed or compared: a text
 * that was an item and its comma in the earlier list is also one here.
 *
 * @param placeOf finds the index of an item's predecessor in the earlier list, if there is one; usually it is
 *   `expected`.
 * @returns `undefined` for a text that `JSON.parse` refuses, or that is not a list
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
  // With the 0 in front, a list that ends with a comma stays invalid.
  const rest = parseJson(`[0,${text.slice(starts[items.length])}`);
  if (!Array.isArray(rest)) return undefined;
  for (let at = 1; at < rest.length; at++) items.push(rest[at]);
  return list;
}

/** If more items than this differ, and they are a large share, it is quicker to parse the rest at once. */
const MAX_MISSES = 64;
const MAX_MISS_SHARE = 1 / 4;

/** Adds the items of the text one by one, as long as that is quicker. It leaves the last item, which has no comma. */
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

/** The offset after an earlier item and its comma, if the text repeats them at `start`. */
function endOfSame(text: string, start: number, before: ParsedList, place: number): number | undefined {
  if (place >= before.items.length - 1) return undefined;
  const item = before.text.slice(startOf(before, place), startOf(before, place + 1));
  const end = start + item.length;
  // By far the quickest way to compare parts of two texts.
  return text.slice(start, end) === item ? end : undefined;
}

function startOf({ text, starts }: ParsedList, place: number): number {
  for (let known = starts.length; known <= place; known++)
    starts.push(endOfItem(text, starts[known - 1] as number) + 1);
  return starts[place] as number;
}

/** The text before the first item: the bracket and white space. */
function header({ text, starts }: ParsedList): string {
  return text.slice(0, starts[0]);
}
