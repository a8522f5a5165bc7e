import { formatUnixTime } from '../../format/quantities.js';

/** A time in UTC, to the second: `2026-11-23T06:20:05Z`. @param at Unix milliseconds */
export function formatMoment(at: number): string {
  return formatUnixTime(Math.floor(at / 1000));
}
