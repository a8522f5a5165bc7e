import { describe, expect, it } from 'vitest';
import { decodeDatabase, decodeVectorIndices } from '../../src/core/records/decode.js';
import { exactRecord } from '../../src/format/exact-record.js';
import { formatJsonLine } from '../../src/apps/terminal/command-io.js';
import type { Drift } from '../../src/core/records/drift.js';
import { reportableDrift } from '../../src/format/reportable-drift.js';
import { isCredentialField } from '../../src/core/records/credential-fields.js';
import { databaseSchema } from '../../src/core/records/database.js';
import { vectorIndexSchema } from '../../src/core/records/vector-index.js';
import { databaseGroups } from '../../src/format/database-groups.js';
import type { FieldGroup } from '../../src/format/field-group.js';
import { indexGroups } from '../../src/format/index-groups.js';
import { recordOf } from '../core/records/record-of.js';

it.each([
  ['{"database_id":"1","db_request_limit":8024278031528736858,"port":6379,"budget":-9007199254740993}'],
  ['{"database_id":"1","unknown":[1.5,"2",null,{"deep":true}],"throughput":0.1}'],
])('exactRecord keeps all digits of large integers, and every other value, also in printed JSON: %s', (text) => {
  expect(formatJsonLine(exactRecord(recordOf(decodeDatabase(text))))).toBe(text);
});

it('reportableDrift leaves out only rounded integers that are shown exactly, which are those of databases', () => {
  const isRounded = ({ kind }: Drift): boolean => kind === 'rounded-integer';
  const ofDatabase = decodeDatabase('{"database_id":"1","budget":9007199254740993}').drift;
  expect([ofDatabase.some(isRounded), reportableDrift(ofDatabase).some(isRounded)]).toEqual([true, false]);
  const ofList = decodeVectorIndices('[{"id":"1","max_vector_count":9007199254740993}]').drift;
  expect([ofList.some(isRounded), reportableDrift(ofList)]).toEqual([true, ofList]);
});

const fieldsOf = (groups: readonly FieldGroup[], within?: string): string[] =>
  groups.filter((group) => group.within === within).flatMap(({ fields }) => Object.keys(fields));

describe.each([
  ['databases', databaseGroups, databaseSchema.entries, ['database_name', 'securityAddons'], 3],
  ['vector indices', indexGroups, vectorIndexSchema.entries, ['name', 'throughput_vector'], 0],
] as const)('the groups of the fields of %s', (_, groups, documented, excluded, undocumented) => {
  it('contain every documented field once, but the excluded ones, and no other field but undocumented credentials', () => {
    const fields = fieldsOf(groups);
    const expected = Object.keys(documented).filter((field) => !excluded.some((other) => other === field));
    expect(fields.filter((field) => Object.hasOwn(documented, field)).toSorted()).toEqual(expected.toSorted());
    const others = fields.filter((field) => !Object.hasOwn(documented, field));
    expect(others).toHaveLength(undocumented);
    expect(others.filter((field) => !isCredentialField(field))).toEqual([]);
  });

  it('have a unique short name and an explanation for each field', () => {
    const words = groups.flatMap(({ fields }) => Object.values(fields));
    const names = words.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const { name, explanation } of words) {
      expect(name).toMatch(/^\S.{1,24}$/);
      expect(explanation).toMatch(/^[A-Z].{10,120}\.$/);
    }
  });
});

it('the group of security add-ons contains the documented add-ons', () => {
  const documented = Object.keys(databaseSchema.entries.securityAddons.entries);
  expect(fieldsOf(databaseGroups, 'securityAddons')).toEqual(documented);
});
