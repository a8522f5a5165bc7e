import type { LargeIntegers } from './large-integers.js';

/** The fields with other digits: two integers beyond 2^53 may be equal as numbers and differ in those. */
export function otherDigits(a: LargeIntegers, b: LargeIntegers): string[] {
  const others: string[] = [];
  for (const [field, digits] of a) if (b.get(field) !== digits) others.push(field);
  for (const field of b.keys()) if (!a.has(field)) others.push(field);
  return others;
}
