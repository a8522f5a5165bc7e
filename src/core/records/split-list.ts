import { UnusableAnswer } from '../wire/unusable-answer.js';

/**
 * Splits the JSON text of a list into the texts of its items. It does not check the items: parse each of them, or compare
 * it with an item that was parsed before. It stops at `limitItems`, since `JSON.parse` of millions of tiny items would take
 * seconds and fill the memory.
 *
 * @returns `undefined` for a text that is not a list
 * @throws UnusableAnswer for more than `limitItems` items
 */
export function splitList(text: string, limitItems: number): string[] | undefined {
  const list = text.trim();
  if (!list.startsWith('[') || !list.endsWith(']')) return undefined;
  const items: string[] = [];
  const last = list.length - 1;
  let depth = 0;
  let start = 1;
  const endItem = (end: number): void => {
    if (items.length === limitItems) throw new UnusableAnswer(`the list has more than ${limitItems} items`);
    items.push(list.slice(start, end));
    start = end + 1;
  };
  for (let at = 1; at < last; at++) {
    const character = list.charCodeAt(at);
    if (character === QUOTE) at = endOfString(list, at);
    else if (character === BRACE || character === BRACKET) depth += 1;
    else if (character === END_BRACE || character === END_BRACKET) depth -= 1;
    else if (character === COMMA && depth === 0) endItem(at);
  }
  // `[]` has no item, and `[1,]` has an empty text, which does not parse.
  if (items.length > 0 || list.slice(1, last).trim() !== '') endItem(last);
  return items;
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, END_BRACKET, BRACE, END_BRACE] = [34, 44, 91, 92, 93, 123, 125];

/** The offset of the quote that ends the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start; ;) {
    // Much quicker than a loop over the characters.
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
