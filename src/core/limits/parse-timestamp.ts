const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?: ?(?:(Z|UTC)|([+-])([01]\d|2[0-3]):?([0-5]\d)))(?: [A-Z+-][\w+-]*)?(?: m=[+-][\d.]+)?$/;

/**
 * Parses a time in the service's format, `2025-10-19 18:33:05.244068975 +0000 UTC`, or in RFC 3339. The fraction can have
 * any length, the offset any value, and the name of the zone is optional.
 *
 * @returns Unix milliseconds with a fraction; `undefined` if the text is not a valid time.
 * @see https://pkg.go.dev/time#Time.String
 */
export function parseTimestamp(text: string): number | undefined {
  const [, year = '', month, day, hour, minute, second, fraction = '', , sign, offsetHour, offsetMinute] =
    TIMESTAMP.exec(text) ?? [];
  // Date.parse of this format differs between engines. Date.UTC would map years below 100 to 1900.
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
