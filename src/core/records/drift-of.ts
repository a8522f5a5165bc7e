import { isObject, type JsonObject } from '../shared/is-object.js';
import { kindOfRecord } from '../shared/resource-kind.js';
import { isCredentialField } from './credential-fields.js';
import { databaseSchema } from './database.js';
import { MAX_DRIFT, type Drift } from './drift.js';
import { exactInt64, isLargeInteger } from './exact-int64.js';
import { inspect, type Schema } from './inspect.js';
import { vectorIndexSchema } from './vector-index.js';

/**
 * Lists the differences between api.md and a record, or a list of records, that the client returned; at most 100. Empty for
 * a record without differences.
 *
 * The differences are computed at the first call and kept beside the record. An absent credential is no difference: the
 * service may hide it, and a fleet splits it off.
 *
 * @example
 * ```ts
 * const database = await client.getDatabase(id);
 * for (const { path, kind, expected } of driftOf(database)) console.warn(`${path}: ${kind}, expected ${expected}`);
 * ```
 */
export function driftOf(decoded: object): readonly Drift[] {
  const kept = computed.get(decoded);
  if (kept) return kept;
  const found = Array.isArray(decoded) ? driftOfList(decoded) : driftOfRecord(decoded as JsonObject);
  const drift = found.length > 0 ? found.slice(0, MAX_DRIFT) : NONE;
  computed.set(decoded, drift);
  return drift;
}

const computed = /* @__PURE__ */ new WeakMap<object, readonly Drift[]>();
const NONE: readonly Drift[] = [];

function driftOfRecord(record: JsonObject): Drift[] {
  const { entries } = kindOfRecord(record) === 'database' ? databaseSchema : vectorIndexSchema;
  return Object.entries<Schema>(entries).flatMap(([field, each]) => {
    const value = record[field];
    if (value === undefined && isCredentialField(field)) return [];
    // Some integers beyond 2^53 are exact as numbers, such as 2^53 itself.
    const isExact = isLargeInteger(value) && exactInt64(record, field) === BigInt(value as number);
    return inspect(each, value, field).filter(({ kind }) => !isExact || kind !== 'rounded-integer');
  });
}

function driftOfList(list: readonly unknown[]): Drift[] {
  return list.flatMap((record, place) =>
    isObject(record) ? driftOf(record).map((drift) => ({ ...drift, path: `[${place}].${drift.path}` })) : [],
  );
}
