/**
 * Splits the JSON text of a list or an object into the texts of its items or members. It does not check the text, which
 * `JSON.parse` must have accepted before.
 */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  for (let start = 1; start < text.length;) {
    const end = endOfItem(text, start);
    items.push(text.slice(start, end).trim());
    start = end + 1;
  }
  return items[0] === '' ? [] : items;
}

/** Splits the text of a member into its name, with quotes, and its value. */
export function splitMember(member: string): [name: string, value: string] {
  const nameEnd = endOfString(member, 0) + 1;
  return [member.slice(0, nameEnd), member.slice(member.indexOf(':', nameEnd) + 1).trim()];
}

/**
 * The offset of the comma or bracket that ends the item at `start`; the length of the text if it is cut off. For
 * invalid JSON the result is any offset.
 */
export function endOfItem(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) at = endOfString(text, at);
    else if (mark === BRACE || mark === BRACKET) depth += 1;
    else if (depth === 0 && (mark === COMMA || mark === END_BRACE || mark === END_BRACKET)) return at;
    else if (mark === END_BRACE || mark === END_BRACKET) depth -= 1;
  }
  return text.length;
}

const [QUOTE, COMMA, BRACKET, BACKSLASH, END_BRACKET, BRACE, END_BRACE] = [34, 44, 91, 92, 93, 123, 125];

/** The value of a JSON string with quotes. */
export function decodeString(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** The offset of the quote that ends the string at `start`. */
export function endOfString(text: string, start: number): number {
  for (let at = start; ;) {
    // Much quicker than a loop over the characters.
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
