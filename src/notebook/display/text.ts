import { tzOffset } from '@date-fns/tz/tzOffset';
import { printable } from '../../format/printable.js';
import { formatUnixTime } from '../../format/quantities.js';

/** The offset of the clocks of a zone from UTC, milliseconds. @param zone its IANA name @param at Unix milliseconds */
export function offsetMsOf(zone: string, at: number): number {
  // A time outside of the calendar has no offset.
  return zone === 'UTC' ? 0 : (tzOffset(zone, new Date(at)) || 0) * 60_000;
}

const MAX_LENGTH = 48;

/** Makes an untrusted text printable, and cuts it to `max` characters, the last of which is `…`. */
export function cutText(text: string, max = MAX_LENGTH): string {
  // A long text is cut twice, so that a megabyte is not made printable for a few characters of it.
  const characters = [...printable(text.slice(0, 2 * max + 2))];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

/** A time to the second: `2026-11-23T06:20:05Z`, or `2026-11-23T07:20:05+01:00` in a zone. @param at Unix milliseconds */
export function formatMoment(at: number, zone = 'UTC'): string {
  const offsetMs = offsetMsOf(zone, at);
  const text = formatUnixTime(Math.floor((at + offsetMs) / 1000));
  if (zone === 'UTC') return text;
  const offset = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
  return text.replace('Z', `${offsetMs < 0 ? '-' : '+'}${offset}`);
}

/** Aligns printable texts as lines of a fixed-width font. @param sides the side of each column @default left */
export function alignRows(rows: readonly (readonly string[])[], sides: readonly ('left' | 'right')[] = []): string[] {
  const [first = []] = rows;
  const widths = first.map((_, at) => rows.reduce((widest, row) => Math.max(widest, [...(row[at] ?? '')].length), 0));
  return rows.map((row) =>
    row
      .map((text, at) => {
        const space = ' '.repeat((widths[at] as number) - [...text].length);
        return sides[at] === 'right' ? space + text : text + space;
      })
      .join('  ')
      .trimEnd(),
  );
}
