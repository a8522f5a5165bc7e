import * as v from 'valibot';
import type { Database, IndexRecord, LimitField, Throughput, Usage, UsageReading } from '../../index.js';
import { isCredentialField } from '../../core/records/credential-fields.js';
import { readState } from '../../core/records/database-state.js';
import { exactInt64, isLargeInteger } from '../../core/records/exact-int64.js';
import { databaseSchema } from '../../core/records/database.js';
import { vectorIndexSchema } from '../../core/records/vector-index.js';
import type { JsonObject } from '../../core/shared/is-object.js';
import { serialize } from '../../core/shared/serialize.js';
import { limitNamed } from '../../core/limits/catalogue.js';
import { throughputOf } from '../../core/limits/throughput.js';
import type { ColumnKind, ColumnValue } from './column-builder.js';

const USED = '_used';

/** The throughput of a vector index: each point of its `throughput_vector` is a row. */
export const THROUGHPUT = 'throughput';

/** The columns that each history has in addition to its fields, in the order of tables. */
export const factColumns: readonly string[] = ['time', 'resource', 'id', 'status'];

/** The fields of a history if none are given. Levels, quotas and rates have a use that changes. */
const defaultFields: readonly string[] = [
  ...['database_name', 'name', 'primary_region', 'region', 'type', 'state', 'modifying_state'],
  ...Object.entries(limitNamed).flatMap(([field, { kind }]) =>
    kind === 'ceiling' || kind === 'timeout' ? [] : [field, field + USED],
  ),
];

/** The kind of the column of the times, of a documented field or of a use. Absent for undocumented fields. */
export function kindOfField(field: string): ColumnKind | undefined {
  if (field === 'time' || isOwnSeries(field)) return 'number';
  // Made here: bundlers cannot remove a spread at the top of a module, nor what it refers to.
  const fields: Readonly<Record<string, v.GenericSchema>> = { ...databaseSchema.entries, ...vectorIndexSchema.entries };
  const schema = Object.hasOwn(fields, field) ? fields[field] : undefined;
  // A schema of numbers accepts 0, also an optional one.
  return schema && (v.is(schema, 0) ? 'number' : 'text');
}

/** The limit whose use has this name, such as `db_max_clients` of `db_max_clients_used`. */
export function limitOfUse(field: string): LimitField | undefined {
  const limit = field.endsWith(USED) ? field.slice(0, -USED.length) : '';
  return Object.hasOwn(limitNamed, limit) ? (limit as LimitField) : undefined;
}

/** Whether the values of a field have times of their own, and are not a part of the record. */
export function isOwnSeries(field: string): boolean {
  return field === THROUGHPUT || limitOfUse(field) !== undefined;
}

export const fieldOption = v.pipe(
  v.custom<string>(
    (field) => typeof field === 'string' && /^[\w.:-]{1,100}$/.test(field) && field !== '__proto__',
    'the name of a field, such as "state" or "db_max_clients_used"',
  ),
  v.check((field) => !isCredentialField(field), 'another field: a credential is never captured'),
  v.check((field) => !factColumns.includes(field), 'another field: each history has this one'),
);

export const fieldsOption = v.optional(v.array(fieldOption, 'a list of field names'), defaultFields);

/** A longer text is cut: a dictionary of large texts would take the memory of the rows. */
const MAX_TEXT = 1000;

/** Lists and objects stay JSON: a day of throughput with a point a minute is 70,000 characters. */
const MAX_JSON = 100_000;

/** The fields of a record and the use of its limits. The points of the throughput are not read. */
export function valuesOf(fields: readonly string[], record?: object, usage?: Usage): Record<string, ColumnValue> {
  return Object.fromEntries(fields.map((field) => [field, readValue(field, record, usage)]));
}

function readValue(field: string, record: object | undefined, usage: Usage | undefined): ColumnValue {
  const limit = limitOfUse(field);
  if (limit !== undefined) return (usage?.[limit] as UsageReading | undefined)?.used;
  if (record === undefined || field === THROUGHPUT) return undefined;
  if (field === 'state' || field === 'modifying_state') return cut(readState(record as Database, field));
  const value = Object.hasOwn(record, field) ? (record as JsonObject)[field] : undefined;
  return isLargeInteger(value) ? (exactInt64(record, field as never) ?? (value as number)) : cellOf(value);
}

/** The value of a cell: long texts are cut, and lists and objects become JSON. `undefined` for a value without JSON. */
export function cellOf(value: unknown): ColumnValue {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return cut(value);
  const json = value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : serialize(value);
  if (json === 'null') return undefined;
  return json.length <= MAX_JSON ? json : JSON.stringify(`left out: ${json.length} characters`);
}

function cut(text: string | undefined): string | undefined {
  return text !== undefined && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** The throughput over time of the record of a vector index, oldest first. */
export function pointsOf(record: object | undefined): Throughput['points'] {
  return record !== undefined && 'throughput_vector' in record ? throughputOf(record as IndexRecord).points : [];
}
