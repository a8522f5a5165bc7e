import { UnusableAnswer } from '../wire/unusable-answer.js';

/**
 * Reads the elements of a JSON list one after another, as texts. It does not check them: parse each of them, or compare it
 * with an element that was parsed before. It stops after `limit` elements, since `JSON.parse` of millions of tiny elements
 * would take seconds and fill the memory.
 */
export class ElementTexts {
  readonly #list: string;
  readonly #limit: number;
  #start = 1;
  #count = 0;

  constructor(text: string, limit: number) {
    this.#list = text.trim();
    this.#limit = limit;
  }

  /** Whether the text begins and ends like a list. */
  get isList(): boolean {
    return this.#list.startsWith('[') && this.#list.endsWith(']');
  }

  get isAtEnd(): boolean {
    // `[1,]` has an element with an empty text, which does not parse; `[]` has none.
    return this.#start > this.#last || (this.#count === 0 && this.#list.slice(1, this.#last).trim() === '');
  }

  /** Takes the next element. @throws UnusableAnswer if there are more than `limit` elements */
  take(): string {
    return this.#takeUntil(this.#findEnd());
  }

  /** Takes the next element if it has this text, which is much quicker than the search for its end. */
  takeIf(expected: string): string | undefined {
    const end = this.#start + expected.length;
    const isNext = (end === this.#last || this.#list[end] === ',') && this.#list.slice(this.#start, end) === expected;
    return isNext ? this.#takeUntil(end) : undefined;
  }

  get #last(): number {
    return this.#list.length - 1;
  }

  #takeUntil(end: number): string {
    if (this.#count === this.#limit) throw new UnusableAnswer(`the list has more than ${this.#limit} items`);
    const element = this.#list.slice(this.#start, end);
    this.#start = end + 1;
    this.#count += 1;
    return element;
  }

  /** The offset of the comma behind the next element, or of the bracket that ends the list. */
  #findEnd(): number {
    const list = this.#list;
    const last = this.#last;
    let depth = 0;
    for (let place = this.#start; place < last; place++) {
      const character = list.charCodeAt(place);
      if (character === QUOTE) place = endOfString(list, place);
      else if (character === BRACE || character === BRACKET) depth += 1;
      else if (character === END_BRACE || character === END_BRACKET) depth -= 1;
      else if (character === COMMA && depth === 0) return place;
    }
    return last;
  }
}

/** Lists the texts of the elements of a JSON list. @returns `undefined` for a text that is not a list */
export function splitList(text: string, limit: number): string[] | undefined {
  const elements = new ElementTexts(text, limit);
  if (!elements.isList) return undefined;
  const texts: string[] = [];
  while (!elements.isAtEnd) texts.push(elements.take());
  return texts;
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, END_BRACKET, BRACE, END_BRACE] = [34, 44, 91, 92, 93, 123, 125];

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
