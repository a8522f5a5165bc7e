/**
 * How a record departs from api.md at one place.
 *
 * - `missing`: a documented field is absent.
 * - `wrong-type`: the value is of another type.
 * - `unknown-value`: a string that is not among the documented values of its enum.
 * - `rounded-integer`: an integer that a JavaScript number cannot hold exactly; `exactInt64` has every digit.
 * - `negative-limit`: a limit below zero that the document does not give a meaning to.
 * - `duplicate`: an element of a list with the id of an earlier one. The earlier one counts, this one is left out.
 * - `unlisted`: somewhere in the record, which is one of a list with too many departures to name them all.
 */
export type DriftKind =
  | 'missing'
  | 'wrong-type'
  | 'unknown-value'
  | 'rounded-integer'
  | 'negative-limit'
  | 'duplicate'
  | 'unlisted';

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

/**
 * Once the records of one list have this many departures of their own, those of its other records are not listed: a
 * small text can hold a million of them. A fleet whose service is a few fields ahead of the document has room.
 */
export const MAX_LISTED_DRIFT = 20_000;

/** The drift of every record that departs beyond that: one list, shared by all of them. */
export const UNLISTED: readonly Drift[] = [{ path: '', kind: 'unlisted', expected: 'a record as documented' }];
