import type { Drift } from './drift.js';
import type { ParsedList } from './parse-list.js';

/** The facts about a decoded object that are not in its JSON. */
export interface Provenance {
  readonly drift: readonly Drift[];
  /** Exact values of the top-level integers beyond 2^53, by field; absent if there is no such integer. */
  readonly exact?: ReadonlyMap<string, bigint> | undefined;
  /** `true` if the object certainly contains no credential, at any depth. */
  readonly isSecretFree?: boolean | undefined;
  /** For a list: its text and its parsed items. */
  readonly parsed?: ParsedList | undefined;
}

/** A WeakMap, so that code that reads, copies, compares or prints a decoded object does not see its provenance. */
const provenances = /* @__PURE__ */ new WeakMap<object, Provenance>();

/** Most records have neither drift nor large integers, so they share one of these constants. */
const NO_DRIFT: readonly Drift[] = [];
const NOTHING_SPECIAL: Provenance = { drift: NO_DRIFT };
const SECRET_FREE: Provenance = { drift: NO_DRIFT, isSecretFree: true };

/** Returns `undefined` for an object that was not decoded here, such as a copy of a record. */
export function provenanceOf(object: object): Provenance | undefined {
  return provenances.get(object);
}

/** Call it before the record is shared with other code. */
export function setProvenance(object: object, provenance: Provenance): void {
  const { drift, exact, parsed, isSecretFree } = provenance;
  const isSpecial = drift.length > 0 || exact !== undefined || parsed !== undefined;
  provenances.set(object, isSpecial ? provenance : isSecretFree ? SECRET_FREE : NOTHING_SPECIAL);
}

/**
 * Lists the differences between api.md and a record, or a list of records, that the client returned. Empty for a record
 * without differences, and for an object that the client did not return.
 *
 * @example
 * ```ts
 * const database = await client.getDatabase(id);
 * for (const { path, kind, expected } of driftOf(database)) console.warn(`${path}: ${kind}, expected ${expected}`);
 * ```
 */
export function driftOf(decoded: object): readonly Drift[] {
  return (provenanceOf(decoded) ?? NOTHING_SPECIAL).drift;
}
