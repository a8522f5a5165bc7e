/**
 * The kind of a difference between a record and api.md.
 *
 * - `missing`: a documented field is absent.
 * - `wrong-type`: the value is of another type.
 * - `unknown-value`: the value is a string that its documented enum does not contain.
 * - `rounded-integer`: a JavaScript number cannot represent the integer exactly; `exactInt64` returns every digit.
 * - `negative-limit`: the limit is below zero, and api.md gives that value no meaning.
 */
export type DriftKind = 'missing' | 'wrong-type' | 'unknown-value' | 'rounded-integer' | 'negative-limit';

/** One difference between a record and api.md. It never contains the value, which may be a secret. */
export interface Drift {
  /** The place, such as `securityAddons.vpcPeering` or `throughput_vector[3].y`; in a list `[7].region`. */
  readonly path: string;
  readonly kind: DriftKind;
  /** The documented type, such as `int64` or `("aws" | "gcp")`. */
  readonly expected: string;
}

/** The maximum drift of one answer, so that a hostile answer cannot fill the memory. */
export const MAX_DRIFT = 100;
