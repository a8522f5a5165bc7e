/** Whether a number is an integer beyond 2^53, which may be rounded. */
export function isLargeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** A double has at most 309 digits before its point. A much longer literal is an attack. */
const MAX_LITERAL = 400;

/** Reads the JSON literal of an integer beyond 2^53 exactly, such as `8.5e18`. Returns `undefined` for any other. */
export function parseLargeInteger(literal: string): bigint | undefined {
  if (literal.length > MAX_LITERAL || !isLargeInteger(Number(literal))) return undefined;
  if (/^-?\d+$/.test(literal)) return BigInt(literal);
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(literal) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  const zeros = Number(exponent) - fraction.length;
  if (zeros >= 0) return BigInt(digits + '0'.repeat(zeros));
  return /^0*$/.test(digits.slice(zeros)) ? BigInt(digits.slice(0, zeros)) : undefined;
}
