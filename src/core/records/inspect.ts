import * as v from 'valibot';
import { isObject, type JsonObject } from '../shared/is-object.js';
import { MAX_DRIFT, type Drift, type DriftKind } from './drift.js';
import { memberPath } from '../shared/member-path.js';

/** The parts of a valibot schema that lead to the schemas inside it. */
export type Schema = v.GenericSchema & {
  readonly entries?: Entries;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
};

type Entries = Readonly<Record<string, Schema>>;

/**
 * Adds to `found` each place where `value` departs from `schema`. A valid value costs one check.
 *
 * @param limit the maximum length of `found`. @default MAX_DRIFT
 */
export function inspect(schema: Schema, value: unknown, path: string, found: Drift[], limit = MAX_DRIFT): void {
  if (found.length >= limit || v.is(schema, value)) return;
  if (schema.wrapped !== undefined && value !== undefined) return inspect(schema.wrapped, value, path, found, limit);
  if (schema.entries !== undefined && isObject(value)) return inspectMembers(schema.entries, value, path, found, limit);
  if (schema.item !== undefined && Array.isArray(value)) return inspectItems(schema.item, value, path, found, limit);
  for (const kind of kindsOf(schema, value)) found.push({ path, kind, expected: v.getTitle(schema) ?? schema.expects });
}

function inspectMembers(entries: Entries, value: JsonObject, path: string, found: Drift[], limit: number): void {
  for (const [key, schema] of Object.entries(entries)) {
    if (value[key] === undefined && schema.type === 'exact_optional') continue;
    inspect(schema, value[key], memberPath(path, key), found, limit);
  }
}

function inspectItems(schema: Schema, items: readonly unknown[], path: string, found: Drift[], limit: number): void {
  items.every((item, at) => {
    inspect(schema, item, `${path}[${at}]`, found, limit);
    return found.length < limit;
  });
}

function kindsOf(schema: Schema, value: unknown): Iterable<DriftKind> {
  if (value === undefined) return ['missing'];
  if (schema.type === 'picklist' && typeof value === 'string') return ['unknown-value'];
  // Only the types of valibot's issues are read: their `message` and `input` contain the value.
  const kinds = new Set(v.safeParse(schema, value).issues?.map(({ type }) => kindOfIssue(type, value)));
  return kinds.has('wrong-type') ? ['wrong-type'] : kinds;
}

/** Issues from the checks in `numbers.ts` have kinds of their own; any other issue is a wrong type. */
function kindOfIssue(type: string, value: unknown): DriftKind {
  if (type === 'min_value') return 'negative-limit';
  const isInt64 = type === 'safe_integer' && Math.abs(value as number) <= 2 ** 63;
  return (isInt64 || type === 'check') && Number.isInteger(value) ? 'rounded-integer' : 'wrong-type';
}
