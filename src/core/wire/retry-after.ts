/**
 * Reads a `Retry-After` header in both its forms, seconds and date (RFC 9110, 10.2.3), as milliseconds.
 *
 * @param date the `Date` header of the response. `Retry-After` is compared with it, since the local clock may be wrong
 */
export function parseRetryAfter(value: string | null, date: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  // Some servers send fractions of a second, which the standard does not have.
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), Number.MAX_SAFE_INTEGER);
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  return Math.max(0, until - (parseHttpDate(date?.trim() ?? '') ?? nowMs));
}

/** The three forms of an HTTP date (RFC 9110, 5.6.7). Date.parse accepts nearly any text. */
const HTTP_DATE = /^[a-z]{3,9},? (?:\d{2}[ -][a-z]{3}[ -]\d{2,4}|[a-z]{3} [ \d]\d) \d{2}:\d{2}:\d{2} (?:GMT|\d{4})$/i;

function parseHttpDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  // An asctime date names no zone, and is in UTC.
  const time = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
