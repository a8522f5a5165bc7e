import type { SecretSearch } from '../core/wire/mentions-secret.js';
import { REDACTED } from '../core/wire/redact.js';
import { decodeString, endOfString } from '../core/records/split-json.js';

/**
 * Whether a JSON text contains a secret: in a member name, in a decoded string or in a number, at any depth.
 *
 * @param text has passed `JSON.parse`.
 * @param id is not searched: the visitor knows it.
 */
export function textContainsSecret(text: string, isSecret: SecretSearch, id?: string): boolean {
  for (const { value } of literalsIn(text)) if (value !== id && isSecret(value)) return true;
  return false;
}

/** Masks each name, string and number of a JSON text that contains a secret. The id and the rest stay as written. */
export function maskText(text: string, isSecret: SecretSearch, id: unknown): string {
  let masked = '';
  let keptFrom = 0;
  for (const { value, start, end } of literalsIn(text)) {
    if (value === id || !isSecret(value)) continue;
    masked += text.slice(keptFrom, start) + JSON.stringify(REDACTED);
    keptFrom = end;
  }
  return masked + text.slice(keptFrom);
}

/** A string or a number of a JSON text, decoded, and its place in the text. */
interface Literal {
  readonly value: string | number;
  readonly start: number;
  readonly end: number;
}

/** The names, strings and numbers of a JSON text, also of members that a later member with the same name hides. */
function* literalsIn(text: string): Iterable<Literal> {
  const beginning = /["\d-]/g;
  const number = /[\d.eE+-]+/y;
  for (let found = beginning.exec(text); found !== null; found = beginning.exec(text)) {
    const start = found.index;
    number.lastIndex = start;
    const end = number.test(text) ? number.lastIndex : endOfString(text, start) + 1;
    const literal = text.slice(start, end);
    yield { value: literal.startsWith('"') ? decodeString(literal) : Number(literal), start, end };
    beginning.lastIndex = end;
  }
}
