import { isObject, type JsonObject } from '../shared/is-object.js';
import { isCredentialField } from './credential-fields.js';
import { databaseSchema } from './database.js';
import { MAX_DRIFT, MAX_FIELD_DRIFT, type Drift } from './drift.js';
import { inspect, type Schema } from './inspect.js';
import { provenanceOf, type ListProvenance, type Provenance } from './provenance.js';
import { idFields } from './read-record.js';
import { vectorIndexSchema } from './vector-index.js';

/**
 * Lists the differences between api.md and a record, or a list of records, that the client returned. Empty for a record
 * without differences, and for an object that the client did not return.
 *
 * The differences are computed at the first call and kept beside the record. Credentials that a fleet split off its
 * record are not missing.
 *
 * @example
 * ```ts
 * const database = await client.getDatabase(id);
 * for (const { path, kind, expected } of driftOf(database)) console.warn(`${path}: ${kind}, expected ${expected}`);
 * ```
 */
export function driftOf(decoded: object): readonly Drift[] {
  const provenance = provenanceOf(decoded);
  if (provenance === undefined) return NONE;
  const kept = computed.get(decoded);
  if (kept !== undefined) return kept;
  const drift = provenance.list
    ? driftOfList(decoded as readonly object[], provenance.list)
    : driftOfRecord(decoded as JsonObject, provenance);
  computed.set(decoded, drift);
  return drift;
}

const computed = /* @__PURE__ */ new WeakMap<object, readonly Drift[]>();
const NONE: readonly Drift[] = [];

function driftOfRecord(record: JsonObject, { exact, isSecretFree }: Provenance): readonly Drift[] {
  const schema: Schema = Object.hasOwn(record, idFields.database) ? databaseSchema : vectorIndexSchema;
  const found: Drift[] = [];
  for (const [field, each] of Object.entries(schema.entries ?? {})) {
    const isSplitOff = isSecretFree && record[field] === undefined && isCredentialField(field);
    if (isSplitOff) continue;
    const departures: Drift[] = [];
    inspect(each, record[field], field, departures, MAX_FIELD_DRIFT);
    for (const drift of departures)
      if (drift.kind !== 'rounded-integer' || drift.path !== field || !isExact(record, field, exact)) found.push(drift);
  }
  return found.length === 0 ? NONE : found;
}

/** Some integers beyond 2^53 are exact as numbers, such as 2^53 itself. Only digits of top-level fields are known. */
function isExact(record: JsonObject, path: string, exact: Provenance['exact']): boolean {
  const digits = exact?.get(path);
  return digits !== undefined && BigInt(record[path] as number) === digits;
}

function driftOfList(records: readonly object[], { parsed, leftOut }: ListProvenance): readonly Drift[] {
  const drift: Drift[] = [];
  let record = 0;
  let left = 0;
  for (const [at, item] of parsed.items.entries()) {
    const isRecord = isObject(item) && item === records[record];
    if (!isRecord) {
      // The first missing element matters more than other drift: an incomplete list must be recognizable.
      if (left === 0 && drift.length === MAX_DRIFT) drift.pop();
      drift.push(...leftOut.slice(left, left + 1));
      left += 1;
    } else {
      record += 1;
      for (const found of driftOf(item)) drift.push({ ...found, path: `[${at}].${found.path}` });
    }
    drift.length = Math.min(drift.length, MAX_DRIFT);
    if (drift.length === MAX_DRIFT && (left > 0 || leftOut.length === 0)) return drift;
  }
  return drift.length === 0 ? NONE : drift;
}
