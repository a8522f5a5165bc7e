import type { Drift } from './drift.js';

/** What is known of a decoded object beside its JSON. Kept apart, so that the object stays plain JSON. */
export interface Provenance {
  readonly drift: readonly Drift[];
  /** Exact values of the top-level integers beyond 2^53, by field. */
  readonly exact?: ReadonlyMap<string, bigint> | undefined;
}

/** Of most objects nothing is known but their JSON. */
export const NOTHING_SPECIAL: Provenance = { drift: [] };
const provenances = new WeakMap<object, Provenance>();

export function provenanceOf(decoded: object): Provenance {
  return provenances.get(decoded) ?? NOTHING_SPECIAL;
}

export function setProvenance(decoded: object, provenance: Provenance): void {
  // Most records have neither drift nor large integers: they cost no entry.
  if (provenance.drift.length > 0 || provenance.exact !== undefined) provenances.set(decoded, provenance);
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
  return provenanceOf(decoded).drift;
}
