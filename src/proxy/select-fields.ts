import type { Schema } from '../core/records/inspect.js';
import { isObject } from '../core/shared/is-object.js';

/** The documented fields of an object, each with the documented fields of its objects. */
export type DocumentedFields = ReadonlyMap<string, DocumentedFields>;

export function documentedFields({ entries, item, wrapped }: Schema): DocumentedFields {
  const inner = item ?? wrapped;
  if (inner !== undefined) return documentedFields(inner);
  return new Map(Object.entries(entries ?? {}).map(([name, schema]) => [name, documentedFields(schema)]));
}

/** Returns a JSON value without its undocumented fields, at any depth. @param fields `undefined` selects all fields */
export function selectFields(value: unknown, fields: DocumentedFields | undefined): unknown {
  if (fields === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => selectFields(item, fields));
  if (!isObject(value)) return value;
  const shown = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(shown.map(([name, member]) => [name, selectFields(member, fields.get(name))]));
}
