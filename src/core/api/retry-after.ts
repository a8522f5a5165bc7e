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
  return Math.max(0, until - (parseHttpDate(date?.trim() ?? '') ?? nowMs));
}

/**
 * The three forms of an HTTP date (RFC 9110, 5.6.7): today's, that of RFC 850 and that of asctime. Date.parse alone
 * would make a date of nearly any text, and the past of a bad one would mean "at once".
 */
const HTTP_DATE = [
  /^[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/i,
  /^[a-z]{6,9}, \d{2}-[a-z]{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/i,
  /^[a-z]{3} [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i,
];

function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATE.some((form) => form.test(text))) return undefined;
  // asctime names no zone: it is in UTC all the same.
  const time = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
