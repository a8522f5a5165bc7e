/**
 * A number as the API sends it: an int64 may be a `bigint` (`exactInt64`). A field that a record lacks is `undefined`.
 * Anything else, `NaN` included, is shown as `–`.
 */
export type Quantity = number | bigint | null | undefined;

/** Shows no minus sign for a number that rounds to 0. */
const signDisplay = 'negative';

const grouped = /* @__PURE__ */ new Intl.NumberFormat('en', { maximumFractionDigits: 20, signDisplay });
const compact = /* @__PURE__ */ new Intl.NumberFormat('en', {
  maximumFractionDigits: 1,
  notation: 'compact',
  signDisplay,
});
const short = /* @__PURE__ */ new Intl.NumberFormat('en', { maximumFractionDigits: 2, signDisplay });

/**
 * Shows a count with all its digits, in groups of three: `8,024,278,031,528,736,858`. A `bigint` keeps every digit.
 *
 * @example
 * formatCount(exactInt64(database, 'db_request_limit'));
 */
export function formatCount(count: Quantity): string {
  return show(count, (amount) => grouped.format(amount));
}

/** `1 alert`, `2,000 alerts`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Shows a count with at most one decimal: `812`, `1.2K`, `8M`, `2.1bn`. For meters, charts and narrow columns. */
export function formatCompactCount(count: Quantity): string {
  // Beside `MiB`, `B` would be bytes.
  return show(count, (amount) => compact.format(amount).replace('B', 'bn').replace('T', 'tn'));
}

/**
 * Shows bytes in the largest binary unit that fits, with at most two decimals: `250 MiB`, `1.5 GiB`. `-1` is
 * `unlimited`, as the API writes it for `max_monthly_bandwidth` (api.md, Limits).
 *
 * @example
 * formatBytes(index.max_monthly_bandwidth);
 */
export function formatBytes(bytes: Quantity): string {
  return bytes === -1 || bytes === -1n ? 'unlimited' : formatSize(bytes);
}

const BINARY_UNITS = /* @__PURE__ */ ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'].map(
  (unit, power) => [unit, 1024 ** power] as const,
);

/** Like `formatBytes`, for amounts that are never unlimited: an undocumented `-1` is shown as it is. */
export function formatSize(bytes: Quantity): string {
  return show(bytes, (amount) => {
    const size = Number(amount);
    if (!Number.isFinite(size)) return grouped.format(size);
    const [unit, unitBytes] = selectUnit(size, BINARY_UNITS);
    return `${short.format(size / unitBytes)} ${Math.abs(size) === 1 ? 'byte' : unit}`;
  });
}

const TIME_UNITS = [
  ['nanosecond', 1],
  ['microsecond', 1e3],
  ['millisecond', 1e6],
  ['second', 1e9],
  ['minute', 60e9],
  ['hour', 3600e9],
  ['day', 86_400e9],
] as const;

/**
 * Shows a length of time in the largest unit that fits, with at most two decimals: `5 min`, `250 ms`, `2 days`.
 *
 * @param nanoseconds as the API sends timeouts (api.md, Limits)
 * @example
 * formatNanoseconds(database.db_conn_idle_timeout);
 */
export function formatNanoseconds(nanoseconds: Quantity): string {
  return show(nanoseconds, (amount) => formatTime(Number(amount), TIME_UNITS));
}

/** Like `formatNanoseconds`, for milliseconds: `15 sec`, such as `retryAfterMs` or the interval of a poll. */
export function formatMilliseconds(milliseconds: Quantity): string {
  return show(milliseconds, (amount) => formatTime(Number(amount) * 1e6, TIME_UNITS.slice(2)));
}

/**
 * Shows Unix seconds as an ISO time in UTC: `2025-10-19T18:33:05Z`. A number that is outside the calendar is shown as
 * a count.
 *
 * @example
 * formatUnixTime(database.creation_time);
 */
export function formatUnixTime(seconds: Quantity): string {
  return show(seconds, (amount) => {
    const time = new Date(Number(amount) * 1000);
    return Number.isNaN(time.getTime()) ? formatCount(amount) : time.toISOString().replace('.000Z', 'Z');
  });
}

function formatTime(nanoseconds: number, units: readonly (typeof TIME_UNITS)[number][]): string {
  if (!Number.isFinite(nanoseconds)) return grouped.format(nanoseconds);
  const [unit, size] = selectUnit(nanoseconds, units);
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 2, signDisplay });
  return format.format(nanoseconds / size);
}

/** The largest unit that fits, after rounding: 59.999 seconds are 1 minute, not 60 seconds. */
function selectUnit<Unit extends readonly [name: string, size: number]>(amount: number, units: readonly Unit[]): Unit {
  let [selected] = units as readonly [Unit];
  for (const unit of units) {
    const rounded = Math.round((Math.abs(amount) / selected[1]) * 100) / 100;
    if (rounded * selected[1] >= unit[1]) selected = unit;
  }
  return selected;
}

function show(quantity: Quantity, format: (amount: number | bigint) => string): string {
  const isAmount = typeof quantity === 'bigint' || (typeof quantity === 'number' && !Number.isNaN(quantity));
  return isAmount ? format(quantity) : '–';
}
