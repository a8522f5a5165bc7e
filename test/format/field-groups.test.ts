import { describe, expect, it } from 'vitest';
import { isCredentialField } from '../../src/core/records/credential-fields.js';
import { databaseSchema } from '../../src/core/records/database.js';
import { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import { databaseGroups } from '../../src/format/database-groups.js';
import type { FieldGroup } from '../../src/format/field-group.js';
import { indexGroups } from '../../src/format/index-groups.js';

const fieldsOf = (groups: readonly FieldGroup[], within?: string): string[] =>
  groups.filter((group) => group.within === within).flatMap(({ fields }) => Object.keys(fields));
const wordsOf = (groups: readonly FieldGroup[]) => groups.flatMap(({ fields }) => Object.values(fields));

describe.each([
  ['databases', databaseGroups, databaseSchema.entries, ['database_name', 'securityAddons'], 3],
  ['vector indices', indexGroups, vectorIndexSchema.entries, ['name', 'throughput_vector'], 0],
] as const)('the groups of the fields of %s', (_, groups, documented, excluded, undocumented) => {
  it('contain every documented field once, except the excluded fields', () => {
    const fields = fieldsOf(groups);
    const expected = Object.keys(documented).filter((field) => !excluded.some((other) => other === field));
    expect(fields.filter((field) => Object.hasOwn(documented, field)).toSorted()).toEqual(expected.toSorted());
  });

  it('contain no other fields except undocumented credentials', () => {
    const others = fieldsOf(groups).filter((field) => !Object.hasOwn(documented, field));
    expect(others).toHaveLength(undocumented);
    expect(others.filter((field) => !isCredentialField(field))).toEqual([]);
  });

  it('have a short name and explanation for each field', () => {
    for (const { name, explanation } of wordsOf(groups)) {
      expect(name).toMatch(/^\S.{1,24}$/);
      expect(explanation).toMatch(/^[A-Z].{10,120}\.$/);
    }
  });

  it('have unique names', () => {
    const names = wordsOf(groups).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

it('the group of security add-ons contains the documented add-ons', () => {
  expect(fieldsOf(databaseGroups, 'securityAddons')).toEqual(
    Object.keys(databaseSchema.entries.securityAddons.entries),
  );
});
