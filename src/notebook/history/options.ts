import * as v from 'valibot';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { withMethods } from '../../core/shared/option-schemas.js';
import { identifierProblem } from '../../core/wire/identifier.js';

export function numberFrom(least: number, most = Infinity, expected = rangeText('a number', least, most)) {
  return v.custom<number>((value) => typeof value === 'number' && isBetween(value, least, most), expected);
}

export function integerFrom(least: number, most = Infinity, expected = rangeText('an integer', least, most)) {
  return v.custom<number>((value) => Number.isSafeInteger(value) && isBetween(value as number, least, most), expected);
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function rangeText(kind: string, least: number, most: number): string {
  return most === Infinity ? `${kind}, ${least} or more` : `${kind} from ${least} to ${most}`;
}

export const anId = v.custom<string>(
  (id) => identifierProblem(id) === undefined,
  ({ input }) => (typeof input === 'string' ? `an id, which ${identifierProblem(input)}` : 'an id'),
);
export const idsOption = v.optional(v.array(anId, 'an array of ids'));

export const aTimeZone = v.custom<string>((name) => {
  if (typeof name !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}, 'the IANA name of a time zone that this platform knows, such as "Europe/Paris"');

export const clockOption = v.optional(withMethods<Clock>('a clock', 'now', 'monotonic', 'schedule'), systemClock);

/** The shortest time between two updates, finite milliseconds. */
export const everyMsOption = (byDefault: number) =>
  v.optional(numberFrom(100, Number.MAX_VALUE, 'milliseconds, 100 or more'), byDefault);

export const seedOption = v.optional(v.custom<number>(Number.isSafeInteger, 'an integer'), 1);

/** A time that a `Date` can have. */
export const timeOption = integerFrom(-8.64e15, 8.64e15, 'a time in Unix milliseconds');
