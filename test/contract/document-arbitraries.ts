import * as fc from 'fast-check';
import { document } from './api-document.js';
import type { DocumentedField } from './documented-field.js';

export type JsonObject = Record<string, unknown>;

/** Generates any database record that api.md allows, with integers that are exact as numbers and limits from 0. */
export const databases = objects(document.database, document.databaseLimits).map(withId('database_id'));

/** Generates any vector index record that api.md allows. */
export const vectorIndices = objects(document.vectorIndex, document.vectorIndexLimits).map(withId('id'));

/** Generates any create request that api.md allows. */
export const createRequests = objects(document.createRequest, []);

function withId(field: string): (record: JsonObject) => JsonObject {
  return (record) => ({ ...record, [field]: 'id-of-the-record' });
}

function objects(fields: readonly DocumentedField[], limits: readonly string[]): fc.Arbitrary<JsonObject> {
  const values = fields.map((field) => [field.name, valuesOf(field, limits.includes(field.name))] as const);
  const requiredKeys = fields.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true });
}

function valuesOf(field: DocumentedField, isLimit: boolean): fc.Arbitrary<unknown> {
  const smallest = isLimit ? (field.note.includes('`-1` means unlimited') ? -1 : 0) : undefined;
  switch (field.type) {
    case 'string':
      return fc.string({ unit: 'grapheme' });
    case 'string enum':
      return fc.constantFrom(...field.values);
    case 'boolean':
      return fc.boolean();
    case 'int64':
    case 'integer':
      return fc.maxSafeInteger().map((value) => (smallest === undefined ? value : Math.max(smallest, value)));
    case 'number':
      return numbers().map((value) => (smallest === undefined ? value : Math.max(smallest, value)));
    case 'object':
      return objects(field.members, []);
    case 'array of string':
      return fc.array(fc.string(), { maxLength: 4 });
    case 'array of string enum':
      return fc.array(fc.constantFrom(...field.values), { maxLength: 4 });
    case 'array of object':
      return fc.array(objects(field.members, []), { maxLength: 4 });
  }
}

function numbers(): fc.Arbitrary<number> {
  const fractions = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
  return fc.oneof(fc.maxSafeInteger(), fractions).map((value) => (Object.is(value, -0) ? 0 : value));
}

/** A record in which one field departs from api.md, with a description of the departure. */
export interface Departure {
  readonly how: 'missing' | 'wrong-type' | 'unknown-value';
  readonly record: JsonObject;
}

/** Lists the departures from api.md that are possible in one field of a valid record. */
export function departuresIn(record: JsonObject, { name, type, required }: DocumentedField): Departure[] {
  const { [name]: _, ...others } = record;
  const put = (how: Departure['how'], value: unknown): Departure => ({ how, record: { ...record, [name]: value } });
  return [
    ...(required ? [{ how: 'missing', record: others } as const] : []),
    put('wrong-type', mistyped(type)),
    put('wrong-type', null),
    ...(type === 'string enum' ? [put('unknown-value', 'other')] : []),
    ...(type === 'int64' || type === 'integer' ? [put('wrong-type', 1.5)] : []),
  ];
}

/** Returns a value of another type, as similar as possible to a valid value. */
function mistyped(type: DocumentedField['type']): unknown {
  if (type === 'boolean') return 'true';
  if (type.startsWith('string')) return true;
  return type.startsWith('array') || type === 'object' ? 'text' : '1';
}

/** Returns one value of an arbitrary, the same in every run. */
export function sampleOf<T>(arbitrary: fc.Arbitrary<T>): T {
  const [sample] = fc.sample(arbitrary, { numRuns: 1, seed: 7 });
  if (sample === undefined) throw new Error('no sample');
  return sample;
}
