/** Whether a number is an integer beyond 2^53: what was written may have been another one. */
export function isLargeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** No double is an integer of more digits than this; a longer literal is a hostile one. */
const MAX_LITERAL = 400;

/** Reads a JSON literal exactly, if it is the literal of an integer beyond 2^53: `8.5e18` is one, `8.5` is none. */
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
