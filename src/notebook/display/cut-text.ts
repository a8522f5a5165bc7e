import { printable } from '../../format/printable.js';

/** The length of a name in a table. */
const MAX_LENGTH = 48;

/** Makes an untrusted text printable, and cuts it to `max` characters, the last of which is `…`. */
export function cutText(text: string, max = MAX_LENGTH): string {
  // A long text is cut twice, so that a megabyte is not made printable for a few characters of it.
  const characters = [...printable(text.slice(0, 2 * max + 2))];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}
