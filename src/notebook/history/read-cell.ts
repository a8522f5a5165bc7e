import { offsetMsOf } from '../display/text.js';
import type { ColumnValue } from './column-builder.js';
import { limitOfUse } from './history-fields.js';

/** The texts that programs write for a value that is not a number. */
const NOT_A_NUMBER = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** The texts that programs write for an absent value of any kind. */
const ABSENT = /^(?:|n\/?a|<na>|null|none|nil|\\n)$/i;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** Reads a value as a number: `NaN` for a text that stands for no number, and `undefined` for anything else. */
export function numberOf(value: number | bigint | string): number | bigint | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : undefined;
  const text = value.trim();
  if (NOT_A_NUMBER.test(text) || ABSENT.test(text)) return NaN;
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number) || !INTEGER.test(text)) return number;
  return text.length > 20 ? undefined : numberOf(BigInt(text.replace('+', '')));
}

/**
 * An integer of more than 64 bits makes a column of texts, with all digits.
 *
 * @param isText the values come from a form that has only texts, in which digits are numbers
 */
export function areNumbers(values: Iterable<ColumnValue>, isText: boolean): boolean {
  let [hasNumber, hasAbsent] = [false, false];
  for (const value of values) {
    if (value === undefined) continue;
    const text = typeof value === 'string' ? value.trim() : undefined;
    if (text !== undefined && !isText) return false;
    if (numberOf(value) === undefined && !DECIMAL_COMMA.test(text ?? '')) return false;
    if (ABSENT.test(text ?? '0')) hasAbsent = true;
    else hasNumber = true;
  }
  return hasNumber || !hasAbsent;
}

export function numberProblem(field: string, value: number | bigint | string): string | undefined {
  const number = numberOf(value);
  if (number !== undefined)
    return number < 0 && limitOfUse(field) !== undefined ? 'expected a use of 0 or more' : undefined;
  const text = String(value).trim();
  if (field === 'creation_time') return 'expected a number of Unix seconds';
  if (INTEGER.test(text)) return 'expected an integer of at most 64 bits';
  return DECIMAL_COMMA.test(text) ? 'expected a number with a decimal point, not a comma' : 'expected a number';
}

const MS_OF = { s: 1000, ms: 1, us: 1e-3, ns: 1e-6 } as const;

/** Milliseconds since 1973. Smaller numbers are often seconds. */
const LEAST_MS = 1e11;

const TEXT =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?: ?(Z|z|UTC|GMT)| ?([+-](?:0\d|1[0-5]))(?::?([0-5]\d))?(?: UTC)?)?$/;

/** Makes a function that reads a time as Unix milliseconds, or returns the problem with it. */
export function timeReader(timeUnit: keyof typeof MS_OF | undefined, timeZone: string | undefined) {
  function readNumber(value: number): number | string {
    if (timeUnit === undefined && Math.abs(value) < LEAST_MS)
      return 'a number that looks like seconds: set mapping.timeUnit to "s", or to "ms" if it is right';
    const time = Math.round(value * MS_OF[timeUnit ?? 'ms']);
    return Math.abs(time) <= 8.64e15 ? time : 'out of range: check mapping.timeUnit';
  }

  function readText(text: string): number | string {
    const found = TEXT.exec(text.trim());
    if (found === null) return 'expected a time, such as 2026-01-31T18:30:00+01:00';
    const [, date, hour = '00', minute = '00', second = '00', fraction = '', utc, offset, offsetMinute = '00'] = found;
    const iso = `${date}T${hour}:${minute}:${second}`;
    const wall = Date.parse(`${iso}Z`);
    if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(iso))
      return 'a date or a time of day that does not exist';
    const local = wall + Number(fraction.slice(0, 3).padEnd(3, '0'));
    if (utc !== undefined) return local;
    const sign = offset?.startsWith('-') ? -1 : 1;
    if (offset !== undefined) return local - (Number(offset) * 60 + sign * Number(offsetMinute)) * 60_000;
    if (timeZone === undefined) return 'a time without a zone: set mapping.timeZone, such as "UTC" or "Europe/Berlin"';
    return utcOf(local, timeZone);
  }

  return (value: unknown): number | string => {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'expected a valid date' : value.getTime();
    if (typeof value === 'bigint') return readNumber(Number(value));
    if (typeof value === 'number' && Number.isFinite(value)) return readNumber(value);
    if (typeof value !== 'string' || value.trim() === '') return 'expected a time: a date, a number or a text';
    return /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? readNumber(Number(value)) : readText(value);
  };
}

/** Longer than the largest offset of a zone, 14 hours, so that a change of the clocks lies between the two times. */
const DAY_MS = 86_400_000;

/** Returns the time of a clock in a zone as Unix milliseconds, or the problem with it. */
function utcOf(wall: number, timeZone: string): number | string {
  const near = [wall - DAY_MS, wall + DAY_MS].map((time) => wall - offsetMsOf(timeZone, time));
  const [time, second] = new Set(near.filter((each) => wall - offsetMsOf(timeZone, each) === each));
  if (time === undefined) return `a time that does not exist in ${timeZone}: clocks went forward`;
  return second === undefined ? time : `a time that clocks in ${timeZone} show twice: add its offset, such as +01:00`;
}
