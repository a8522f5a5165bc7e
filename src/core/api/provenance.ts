import type { Drift } from './drift.js';
import type { ParsedList } from './parse-list.js';

/** What is known of a decoded object beside its JSON. */
export interface Provenance {
  readonly drift: readonly Drift[];
  /** Exact values of the top-level integers beyond 2^53, by field; absent where there is no such integer. */
  readonly exact?: ReadonlyMap<string, bigint> | undefined;
  /** Whether it is known to hold no credential, at any depth. */
  readonly isSecretFree?: boolean | undefined;
  /** Of a list: what it was made of. */
  readonly parsed?: ParsedList | undefined;
}

/** Nothing that reads, copies, compares or prints a decoded object sees its provenance. */
const provenances = /* @__PURE__ */ new WeakMap<object, Provenance>();

/** Most records have neither drift nor large integers: they share one of these. */
const NO_DRIFT: readonly Drift[] = [];
const NOTHING_SPECIAL: Provenance = { drift: NO_DRIFT };
const SECRET_FREE: Provenance = { drift: NO_DRIFT, isSecretFree: true };

/** Gives nothing for an object that was not decoded here, such as a copy of a record: of that, nothing is known. */
export function provenanceOf(object: object): Provenance | undefined {
  return provenances.get(object);
}

/** To be called for a record before anyone else has it. */
export function setProvenance(object: object, provenance: Provenance): void {
  const { drift, exact, parsed, isSecretFree } = provenance;
  const isSpecial = drift.length > 0 || exact !== undefined || parsed !== undefined;
  provenances.set(object, isSpecial ? provenance : isSecretFree ? SECRET_FREE : NOTHING_SPECIAL);
}

/**
 * Where a record, or a list of records, that the client returned departs from api.md. Empty where it does not, and
 * for an object that the client did not return.
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
