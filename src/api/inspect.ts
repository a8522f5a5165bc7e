import * as v from 'valibot';
import { MAX_DRIFT, type Drift, type DriftKind } from './drift.js';

/** The parts of a valibot schema that lead to the schemas inside it. */
export type Schema = v.GenericSchema & {
  readonly entries?: Entries;
  readonly item?: Schema;
  readonly wrapped?: Schema;
};

type Entries = Readonly<Record<string, Schema>>;

/** Adds to `found` each place where `value` departs from `schema`; costs one check where it does not. */
export function inspect(schema: Schema, value: unknown, path: string, found: Drift[]): void {
  if (found.length >= MAX_DRIFT || v.is(schema, value)) return;
  if (schema.wrapped !== undefined && value !== undefined) return inspect(schema.wrapped, value, path, found);
  if (schema.entries !== undefined && isObject(value)) return inspectMembers(schema.entries, value, path, found);
  if (schema.item !== undefined && Array.isArray(value)) return inspectItems(schema.item, value, path, found);
  found.push({ path, kind: kindOf(schema, value), expected: v.getTitle(schema) ?? schema.expects });
}

function inspectMembers(entries: Entries, value: Record<string, unknown>, path: string, found: Drift[]): void {
  for (const [key, schema] of Object.entries(entries)) {
    const member = Object.hasOwn(value, key) ? value[key] : undefined;
    if (member === undefined && schema.type === 'exact_optional') continue;
    inspect(schema, member, path === '' ? key : `${path}.${key}`, found);
  }
}

function inspectItems(schema: Schema, items: readonly unknown[], path: string, found: Drift[]): void {
  items.every((item, at) => {
    inspect(schema, item, `${path}[${at}]`, found);
    return found.length < MAX_DRIFT;
  });
}

function kindOf(schema: Schema, value: unknown): DriftKind {
  if (value === undefined) return 'missing';
  if (schema.type === 'picklist' && typeof value === 'string') return 'unknown-value';
  // Of valibot's issue only the type is read: its message and input hold the value.
  const broken = v.safeParse(schema, value, { abortPipeEarly: true }).issues?.[0].type;
  if (broken === 'min_value') return 'negative-limit';
  return broken !== schema.type && Number.isInteger(value) ? 'rounded-integer' : 'wrong-type';
}

/** Whether `value` is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
