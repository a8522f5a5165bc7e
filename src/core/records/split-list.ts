import { UnusableAnswer } from '../wire/read-text.js';

/**
 * Splits the JSON text of a list into the texts of its elements, without checking them.
 *
 * @param limitItems the most elements: `JSON.parse` of millions of tiny elements would take seconds and fill the memory
 * @param previousTexts the texts of the previous answer. An element that did not change is found by one comparison,
 *   without a search for its end
 * @returns an iterable of the texts; `undefined` if the text is not a list. The iterable throws `UnusableAnswer` if
 *   there are more than `limitItems` elements
 */
export function splitList(
  text: string,
  limitItems: number,
  previousTexts: readonly string[] = [],
): Iterable<string> | undefined {
  const list = text.trim();
  return list.startsWith('[') && list.endsWith(']') ? elementsOf(list, limitItems, previousTexts) : undefined;
}

function* elementsOf(list: string, limitItems: number, previousTexts: readonly string[]): Generator<string> {
  const last = list.length - 1;
  // `[]` has no element, and `[1,]` has an empty text, which does not parse.
  let start = list.slice(1, last).trim() === '' ? list.length : 1;
  for (let count = 0; start <= last; count++) {
    if (count === limitItems) throw new UnusableAnswer(`the list has more than ${limitItems} items`);
    const guess = previousTexts[count] ?? '';
    let end = start + guess.length;
    if ((end !== last && list[end] !== ',') || list.slice(start, end) !== guess) end = endOfElement(list, start);
    yield list.slice(start, end);
    start = end + 1;
  }
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, END_BRACKET, BRACE, END_BRACE] = [34, 44, 91, 92, 93, 123, 125];

/** The offset after an element. */
function endOfElement(list: string, start: number): number {
  const last = list.length - 1;
  let depth = 0;
  for (let place = start; place < last; place++) {
    const character = list.charCodeAt(place);
    if (character === QUOTE) place = endOfString(list, place);
    else if (character === BRACE || character === BRACKET) depth += 1;
    else if (character === END_BRACE || character === END_BRACKET) depth -= 1;
    else if (character === COMMA && depth === 0) return place;
  }
  return last;
}

/** The offset of the quote that ends the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let place = start; ;) {
    // Much quicker than a loop over the characters.
    place = text.indexOf('"', place + 1);
    if (place < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(place - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return place;
  }
}
