import { tzOffset } from '@date-fns/tz/tzOffset';
import { printable } from '../../format/printable.js';
import { formatUnixTime } from '../../format/quantities.js';

/** The time zone in which a display writes its times. */
export interface Zone {
  /** Its IANA name. */
  readonly name: string;
  /** Returns the offset of its clocks from UTC, milliseconds. @param at Unix milliseconds */
  readonly offsetMs: (at: number) => number;
}

export const utc: Zone = { name: 'UTC', offsetMs: () => 0 };

/** @throws RangeError for a name that the platform does not know */
export function zoneOf(name: string): Zone {
  new Intl.DateTimeFormat('en', { timeZone: name });
  // A time outside of the calendar has no offset.
  return name === utc.name ? utc : { name, offsetMs: (at) => (tzOffset(name, new Date(at)) || 0) * 60_000 };
}

const MAX_LENGTH = 48;

/** Makes an untrusted text printable, and cuts it to `max` characters, the last of which is `…`. */
export function cutText(text: string, max = MAX_LENGTH): string {
  // A long text is cut twice, so that a megabyte is not made printable for a few characters of it.
  const characters = [...printable(text.slice(0, 2 * max + 2))];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`;
}

/** A time to the second: `2026-11-23T06:20:05Z`, or `2026-11-23T07:20:05+01:00` in a zone. @param at Unix milliseconds */
export function formatMoment(at: number, zone: Zone = utc): string {
  const offsetMs = zone.offsetMs(at);
  const text = formatUnixTime(Math.floor((at + offsetMs) / 1000));
  if (zone === utc) return text;
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
