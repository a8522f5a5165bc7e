import { describe, expect, it } from 'vitest';
import { createDatabaseSchema } from '../../src/core/records/create-database.js';
import { databaseSchema } from '../../src/core/records/database.js';
import { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import { parseApiDocument } from './api-document.js';
import type { DocumentedField } from './documented-field.js';
import { describeFields, type DescribedField } from './valibot-fields.js';

const document = parseApiDocument();

/** The name in valibot of the two integer types of the document. */
function described({ name, type, required, values, members }: DocumentedField): DescribedField {
  return { name, type: type === 'int64' ? 'integer' : type, required, values, members: members.map(described) };
}

/** The intended differences between our schema and api.md, which shows no value of this field for a database at rest. */
const lenient = (field: DescribedField): DescribedField =>
  field.name === 'modifying_state' ? { ...field, required: false } : field;

describe.each([
  ['database', describeFields(databaseSchema.entries), document.database.map(described).map(lenient)],
  ['vector index', describeFields(vectorIndexSchema.entries), document.vectorIndex.map(described)],
  ['create request', describeFields(createDatabaseSchema.entries), document.createRequest.map(described)],
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
