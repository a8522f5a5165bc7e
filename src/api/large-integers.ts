/** The integers beyond 2^53 among the members of one record, exactly, by field name. */
export type LargeIntegers = ReadonlyMap<string, bigint>;

/**
 * Reads from a JSON text, exactly, the integers beyond 2^53 among the members of its record, or of each record of
 * its list. Numbers deeper inside a record are left out.
 *
 * This is the slow road, taken only when a parsed number shows that it is needed: Node 20 gives a JSON reviver no
 * source text. The text must already have passed `JSON.parse`, so nothing is checked here again.
 *
 * @returns one map for each record, in the order of the list; one map for a text that holds one object.
 */
export function readLargeIntegers(text: string): readonly LargeIntegers[] {
  const cursor = new Cursor(text);
  if (cursor.peek() !== '[') return [readMembers(cursor)];
  const records: LargeIntegers[] = [];
  cursor.enter();
  while (cursor.peek() !== ']') {
    records.push(readMembers(cursor));
    if (cursor.peek() === ',') cursor.enter();
  }
  return records;
}

function readMembers(cursor: Cursor): LargeIntegers {
  const members = new Map<string, bigint>();
  if (cursor.peek() !== '{') {
    cursor.skipValue();
    return members;
  }
  cursor.enter();
  while (cursor.peek() !== '}') {
    const key = JSON.parse(cursor.skipValue()) as string;
    cursor.peek();
    cursor.enter(); // the colon
    const large = largeInteger(cursor.skipValue());
    // Of duplicate members the last one counts, as in JSON.parse.
    if (large === undefined) members.delete(key);
    else members.set(key, large);
    if (cursor.peek() === ',') cursor.enter();
  }
  cursor.enter();
  return members;
}

/** A place in a JSON text that is known to be well-formed. */
class Cursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next character that is not white space; stays before it. */
  peek(): string | undefined {
    while (' \t\n\r'.includes(this.#text[this.#at] ?? '.')) this.#at += 1;
    return this.#text[this.#at];
  }

  /** Goes past the one character that `peek` showed. */
  enter(): void {
    this.#at += 1;
  }

  /** Goes past a whole value and gives its text; of a long object or list nothing is kept. */
  skipValue(): string {
    const first = this.peek();
    const start = this.#at;
    if (first === '"') this.#skipString();
    else if (first === '{' || first === '[') this.#skipNested();
    else this.#skipTo(/[\s,\]}]|$/g);
    return this.#text.slice(start, this.#at);
  }

  #skipNested(): void {
    let depth = 0;
    do {
      this.#skipTo(/["{}[\]]/g);
      const char = this.#text[this.#at];
      if (char === '"') {
        this.#skipString();
        continue;
      }
      depth += char === '{' || char === '[' ? 1 : -1;
      this.#at += 1;
    } while (depth > 0);
  }

  #skipString(): void {
    this.#at += 1;
    while (this.#text[this.#at] !== '"') {
      this.#skipTo(/["\\]/g);
      if (this.#text[this.#at] === '\\') this.#at += 2;
    }
    this.#at += 1;
  }

  #skipTo(stop: RegExp): void {
    stop.lastIndex = this.#at;
    this.#at = stop.exec(this.#text)?.index ?? this.#text.length;
  }
}

const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** No double is an integer of more digits than this; a longer literal is a hostile one. */
const MAX_LITERAL = 400;

function largeInteger(literal: string): bigint | undefined {
  if (literal.length > MAX_LITERAL || Number.isSafeInteger(Number(literal))) return undefined;
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(literal) ?? [];
  if (whole === undefined) return undefined;
  const zeros = Number(exponent) - fraction.length;
  if (zeros >= 0) return zeros > MAX_LITERAL ? undefined : BigInt(whole + fraction + '0'.repeat(zeros));
  const digits = whole + fraction;
  return /^0*$/.test(digits.slice(zeros)) ? BigInt(digits.slice(0, zeros)) : undefined;
}
