import { describe, expect, it } from 'vitest';
import { createDatabaseSchema } from '../../src/core/records/create-database.js';
import { databaseSchema } from '../../src/core/records/database.js';
import type { Schema } from '../../src/core/records/inspect.js';
import { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import { document } from './api-document.js';
import type { DocumentedField, FieldType } from './documented-field.js';

/** A field of one of our schemas or of api.md. */
type DescribedField = Omit<DocumentedField, 'note' | 'members'> & { readonly members: readonly DescribedField[] };

/** The fields of a valibot object schema. */
const fieldsOf = (entries: Readonly<Record<string, Schema>>): DescribedField[] =>
  Object.entries(entries).map(([name, schema]) => fieldOf(name, schema));

function fieldOf(name: string, schema: Schema): DescribedField {
  if (schema.wrapped !== undefined) {
    const required = schema.type === 'nullable';
    return { ...fieldOf(name, schema.wrapped), ...(!required && { required }) };
  }
  const innermost = schema.item ?? schema;
  return {
    name,
    type: `${schema.item === undefined ? '' : 'array of '}${typeName(innermost)}` as FieldType,
    required: true,
    values: (innermost as { options?: readonly string[] }).options ?? [],
    members: fieldsOf(innermost.entries ?? {}),
  };
}

/** The actions in the pipe of a number show whether it is an integer. `integer` and `int64` are one JavaScript type. */
function typeName(schema: Schema): string {
  const { pipe = [] } = schema as { pipe?: readonly { readonly type: string }[] };
  if (schema.type === 'picklist') return 'string enum';
  return pipe.some(({ type }) => type === 'safe_integer') ? 'integer' : schema.type;
}

/** The name in valibot of the two integer types of the document. */
function described({ name, type, required, values, members }: DocumentedField): DescribedField {
  return { name, type: type === 'int64' ? 'integer' : type, required, values, members: members.map(described) };
}

/** The intended differences between our schema and api.md, which shows no value of this field for a database at rest. */
const lenient = (field: DescribedField): DescribedField =>
  field.name === 'modifying_state' ? { ...field, required: false } : field;

describe.each([
  ['database', fieldsOf(databaseSchema.entries), document.database.map(described).map(lenient)],
  ['vector index', fieldsOf(vectorIndexSchema.entries), document.vectorIndex.map(described)],
  ['create request', fieldsOf(createDatabaseSchema.entries), document.createRequest.map(described)],
] as const)('our schema of a %s', (_, ours, documented) => {
  it('has the fields of api.md, in the same order', () => {
    expect(ours.map(({ name }) => name)).toEqual(documented.map(({ name }) => name));
  });

  it.each(documented)('gives $name the type, required flag, values and members that api.md gives it', (field) => {
    const found = ours.find(({ name }) => name === field.name);
    expect(withSortedValues(found)).toEqual(withSortedValues(field));
  });
});

/** Sorts values, since their order has no meaning. */
function withSortedValues(field: DescribedField | undefined) {
  return field && { ...field, values: field.values.toSorted() };
}
