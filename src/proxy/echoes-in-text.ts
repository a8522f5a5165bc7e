import type { EchoCheck } from '../core/api/credential-echo.js';
import { decodeString, endOfString } from '../core/api/split-json.js';

const COLON = 58;

/**
 * Whether the account's credentials are in a JSON text: in a member name or in a string, decoded, at any depth.
 *
 * @param text has passed `JSON.parse`.
 * @param id is not searched: the visitor knows it.
 */
export function holdsEcho(text: string, echo: EchoCheck, id?: string): boolean {
  for (const { value, end } of stringsIn(text)) {
    // Names are many and repeat. A name with a space behind it takes the slower way.
    const isName = text.charCodeAt(end) === COLON;
    if (isName ? echo.mentionsName(value) : value !== id && echo.mentions(value)) return true;
  }
  return false;
}

/** Masks each name and each string of a JSON text that the credentials are in. The id and the rest stay as written. */
export function maskEchoes(text: string, echo: EchoCheck, id: string): string {
  let masked = '';
  let keptFrom = 0;
  for (const { value, start, end } of stringsIn(text)) {
    const shown = value === id ? value : echo.mask(value);
    if (shown === value) continue;
    masked += text.slice(keptFrom, start) + JSON.stringify(shown);
    keptFrom = end;
  }
  return masked + text.slice(keptFrom);
}

/** A string of a JSON text, decoded, and where it stands in its quotes. */
interface StringInText {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The names and strings of a JSON text, those of members that a later one with the same name hides too. */
function* stringsIn(text: string): Iterable<StringInText> {
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start) + 1;
    yield { value: decodeString(text.slice(start, end)), start, end };
    start = text.indexOf('"', end);
  }
}
