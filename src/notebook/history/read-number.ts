import { limitOfUse } from './history-fields.js';
import type { ColumnValue } from './column-builder.js';

/** The texts that programs write for a value that is no number. */
const NOT_A_NUMBER = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** The texts that programs write for an absent value of any kind. */
const ABSENT = /^(?:|n\/?a|<na>|null|none|nil|\\n)$/i;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const INTEGER = /^[+-]?\d+$/;
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** Reads a value as a number: `NaN` where it says that there is none, and `undefined` if it is something else. */
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
 * Whether the values of a column are numbers. An integer of more than 64 bits makes it a column of texts, with all digits.
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

/** Describes why a value cannot be a number of its field. */
export function numberProblem(field: string, value: number | bigint | string): string | undefined {
  const number = numberOf(value);
  if (number !== undefined)
    return number < 0 && limitOfUse(field) !== undefined ? 'expected a use of 0 or more' : undefined;
  const text = String(value).trim();
  if (field === 'creation_time') return 'expected a number of Unix seconds';
  if (INTEGER.test(text)) return 'expected an integer of at most 64 bits';
  return DECIMAL_COMMA.test(text) ? 'expected a number with a decimal point, not a comma' : 'expected a number';
}
