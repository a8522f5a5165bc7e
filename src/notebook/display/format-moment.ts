import { formatUnixTime } from '../../format/quantities.js';

/** A time in UTC, to the second: `2026-11-23T06:20:05Z`. @param at Unix milliseconds */
export function formatMoment(at: number): string {
  return formatUnixTime(Math.floor(at / 1000));
}

const DAY_MS = 86_400_000;

/**
 * The time of an axis in UTC, without what the span makes clear: `06:20:05` within minutes, `06:20` within a day,
 * `11-23 06:20` within months, `2026-11-23` beyond.
 *
 * @param at Unix milliseconds
 * @param spanMs the length of the axis
 */
export function formatTick(at: number, spanMs: number): string {
  const text = formatMoment(at);
  if (spanMs > 60 * DAY_MS) return text.slice(0, 10);
  if (spanMs > DAY_MS) return text.slice(5, 16).replace('T', ' ');
  return text.slice(11, spanMs > DAY_MS / 24 ? 16 : 19);
}
