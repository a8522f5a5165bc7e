/**
 * How a record departs from api.md at one place.
 *
 * - `missing`: a documented field is absent.
 * - `wrong-type`: the value is of another type.
 * - `unknown-value`: a string that is not among the documented values of its enum.
 * - `rounded-integer`: an integer that a JavaScript number cannot hold exactly; `exactInt64` has every digit.
 * - `negative-limit`: a limit below zero that the document does not give a meaning to.
 */
export type DriftKind = 'missing' | 'wrong-type' | 'unknown-value' | 'rounded-integer' | 'negative-limit';

/** One departure of a record from api.md. It never holds the value found: that may be a secret. */
export interface Drift {
  /** Where, such as `securityAddons.vpcPeering` or `throughput_vector[3].y`; in a list `[7].region`. */
  readonly path: string;
  readonly kind: DriftKind;
  /** What api.md documents there, such as `int64` or `("aws" | "gcp")`. */
  readonly expected: string;
}

/** At most this many departures are listed for one answer: a hostile one must not cost memory. */
export const MAX_DRIFT = 100;

/** At most this many are listed for one field of a record, whatever the others have: so each can be checked alone. */
export const MAX_FIELD_DRIFT = 16;
