import { tzOffset } from '@date-fns/tz/tzOffset';

/** The time zone in which a display writes its times. */
export interface Zone {
  /** Its IANA name. */
  readonly name: string;
  /** How far its clocks are ahead of UTC at a time, milliseconds. @param at Unix milliseconds */
  readonly offsetMs: (at: number) => number;
}

export const utc: Zone = { name: 'UTC', offsetMs: () => 0 };

/** @throws RangeError for a name that the platform does not know */
export function zoneOf(name: string): Zone {
  new Intl.DateTimeFormat('en', { timeZone: name });
  // A time outside of the calendar has no offset.
  return name === utc.name ? utc : { name, offsetMs: (at) => (tzOffset(name, new Date(at)) || 0) * 60_000 };
}
