/**
 * The texts of what stands between the brackets of a list or an object, cut at its commas. The text must already have
 * passed `JSON.parse`, so nothing is checked here again.
 */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') at = endOfString(text, at);
    else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth === 0 || (depth === 1 && mark === ',')) {
      items.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return items[0] === '' ? [] : items;
}

/** The texts of a member's name, in its quotes, and of its value. */
export function splitMember(member: string): [name: string, value: string] {
  const nameEnd = endOfString(member, 0) + 1;
  return [member.slice(0, nameEnd), member.slice(member.indexOf(':', nameEnd) + 1).trim()];
}

/** The place of the quote that ends the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
