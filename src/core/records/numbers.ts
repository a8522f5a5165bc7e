import * as v from 'valibot';

export const int64 = v.pipe(v.number(), v.safeInteger(), v.title('int64'));

export const int64Limit = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.title('int64, 0 or more'));

/** A number of the API that may be a fraction. An integer must be exact. */
export const number = v.pipe(v.number(), v.check(isExact), v.title('number'));

export const numberLimit = v.pipe(v.number(), v.check(isExact), v.minValue(0), v.title('number, 0 or more'));

export const numberLimitOrUnlimited = v.pipe(
  v.number(),
  v.check(isExact),
  v.minValue(-1),
  v.title('number, 0 or more, or -1 for unlimited'),
);

function isExact(value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
}
