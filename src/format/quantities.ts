/** Formatting of the API's quantities for people, always in English and UTC: the same everywhere. */
type Integer = number | bigint;

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 20 });
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A count with all its digits: `8,024,278,031,528,736,858`. */
export function formatCount(count: Integer): string {
  return grouped.format(count);
}

const BINARY_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** Bytes in the largest binary unit that fits: `250 MiB`, `1.5 GiB`. */
export function formatBytes(bytes: Integer): string {
  let amount = Number(bytes);
  let unit = 0;
  while (Math.abs(amount) >= 1024 && unit < BINARY_UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${short.format(amount)} ${BINARY_UNITS[unit]}`;
}

const TIME_UNITS = [
  ['day', 86_400e9],
  ['hour', 3600e9],
  ['minute', 60e9],
  ['second', 1e9],
  ['millisecond', 1e6],
  ['microsecond', 1e3],
] as const;

/** Nanoseconds in the largest unit that fits: `5 min`, `250 ms`. */
export function formatNanoseconds(nanoseconds: Integer): string {
  const amount = Number(nanoseconds);
  const [unit, size] = TIME_UNITS.find(([, least]) => Math.abs(amount) >= least) ?? ['nanosecond', 1];
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 2 });
  return format.format(amount / size);
}

/** Unix seconds as an ISO time in UTC: `2025-10-19T18:33:05Z`; the bare number where it is no time a calendar has. */
export function formatUnixTime(seconds: Integer): string {
  const time = new Date(Number(seconds) * 1000);
  return Number.isNaN(time.getTime()) ? formatCount(seconds) : time.toISOString().replace('.000Z', 'Z');
}
