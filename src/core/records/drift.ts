import { sharedByCopies } from '../shared/copies.js';

/**
 * The kind of a difference between a record and api.md.
 *
 * - `missing`: a documented field is absent.
 * - `wrong-type`: the value is of another type.
 * - `unknown-value`: the value is a string that its documented enum does not contain.
 * - `rounded-integer`: a JavaScript number cannot represent the integer exactly; `exactInt64` returns every digit.
 * - `negative-limit`: the limit is below zero, and api.md gives that value no meaning.
 * - `duplicate`: an earlier element of the list has the same id. The earlier element stays, and this element is left
 *   out.
 */
export type DriftKind = 'missing' | 'wrong-type' | 'unknown-value' | 'rounded-integer' | 'negative-limit' | 'duplicate';

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

const leftOut = /* @__PURE__ */ sharedByCopies('left-out', () => new WeakMap<object, readonly Drift[]>());

/** The elements that were left out of a list, at most `MAX_DRIFT`. */
export const leftOutOf = (list: object): readonly Drift[] => leftOut().get(list) ?? [];

export function setLeftOut(list: object, elements: readonly Drift[]): void {
  leftOut().set(list, elements);
}
