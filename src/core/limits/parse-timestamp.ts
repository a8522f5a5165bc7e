const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?: ?(?:(Z|UTC)|([+-])([01]\d|2[0-3]):?([0-5]\d)))(?: [A-Z+-][\w+-]*)?(?: m=[+-][\d.]+)?$/;

/**
 * Reads a time as the service writes it, `2025-10-19 18:33:05.244068975 +0000 UTC`: with or without a fraction of
 * whatever length, with any offset, with or without the zone's name. RFC 3339 is read too.
 *
 * @returns Unix milliseconds, with what is finer as their fraction; `undefined` for what is no time of the calendar.
 * @see https://pkg.go.dev/time#Time.String
 */
export function parseTimestamp(text: string): number | undefined {
  const [, year = '', month, day, hour, minute, second, fraction = '', , sign, offsetHour, offsetMinute] =
    TIMESTAMP.exec(text) ?? [];
  // By the parts: what Date.parse makes of such a text is up to each engine. setUTCFullYear also takes years below 100.
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const start = date.setUTCHours(Number(hour), Number(minute), Number(second));
  if (Number.isNaN(start) || !date.toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}:${second}`)) {
    return undefined;
  }
  const offsetMs =
    sign === undefined ? 0 : Number(`${sign}1`) * (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  const digits = fraction.padEnd(3, '0');
  return start - offsetMs + Number(`${digits.slice(0, 3)}.${digits.slice(3)}`);
}
