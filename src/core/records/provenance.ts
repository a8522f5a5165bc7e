import { sharedByCopies } from '../shared/copies.js';
import type { Drift } from './drift.js';
import type { ParsedList } from './parse-list.js';

/** The facts about a decoded object that are not in its JSON. */
export interface Provenance {
  /** Exact values of the top-level integers beyond 2^53, by field; absent if there is no such integer. */
  readonly exact?: ReadonlyMap<string, bigint> | undefined;
  /** `true` if the object certainly contains no credential, at any depth. */
  readonly isSecretFree?: boolean | undefined;
  /** For a list: its text and its items. */
  readonly list?: ListProvenance | undefined;
}

/** The facts about a decoded list. */
export interface ListProvenance {
  readonly parsed: ParsedList;
  /** The elements that were left out of the list, in its order. */
  readonly leftOut: readonly Drift[];
}

/** A WeakMap, so that code that reads, copies, compares or prints a decoded object does not see its provenance. */
const provenances = /* @__PURE__ */ sharedByCopies('provenance', () => new WeakMap<object, Provenance>());

/** Most records have no large integers, so they share one of these constants. */
const NOTHING_SPECIAL: Provenance = {};
const SECRET_FREE: Provenance = { isSecretFree: true };

/** Returns `undefined` for an object that was not decoded here, such as a copy of a record. */
export function provenanceOf(object: object): Provenance | undefined {
  return provenances().get(object);
}

/** Call it before the record is shared with other code. */
export function setProvenance(object: object, provenance: Provenance): void {
  const { exact, list, isSecretFree } = provenance;
  const isSpecial = exact !== undefined || list !== undefined;
  provenances().set(object, isSpecial ? provenance : isSecretFree ? SECRET_FREE : NOTHING_SPECIAL);
}
