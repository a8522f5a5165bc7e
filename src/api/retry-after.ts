/**
 * Reads a `Retry-After` header in both its forms, seconds and date (RFC 9110, 10.2.3).
 *
 * @param date the answer's `Date` header: a date is counted from the service's own clock where it tells it, so a
 *   clock that is wrong on either side does no harm.
 * @returns milliseconds to wait, 0 or more; `undefined` where there is no such header or it cannot be read.
 */
export function parseRetryAfter(value: string | null, date: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  return Math.max(0, until - (parseHttpDate(date ?? '') ?? nowMs));
}

/** The three forms of an HTTP date all begin with the name of a day; Date.parse alone would take much more. */
function parseHttpDate(text: string): number | undefined {
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
  // The oldest form, asctime, names no zone: it is in UTC all the same.
  const time = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
