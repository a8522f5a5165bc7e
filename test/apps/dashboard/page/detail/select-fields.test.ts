import { expect, it } from 'vitest';
import { selectFields, showValue } from '../../../../../src/apps/dashboard/page/detail/select-fields.js';
import { databaseGroups } from '../../../../../src/format/database-groups.js';
import { indexGroups } from '../../../../../src/format/index-groups.js';

it('selectFields returns undocumented fields, and a member of the wrong type once, under their own names', () => {
  const groups = selectFields({ constructor: 1, securityAddons: 'none' }, databaseGroups, []);
  expect(groups.at(-1)).toEqual({
    title: 'Other',
    fields: [
      { path: 'constructor', name: 'constructor', text: '1', look: 'text' },
      { path: 'securityAddons', name: 'securityAddons', text: 'none', look: 'text' },
    ],
  });
  const paths = groups.flatMap(({ fields }) => fields.map(({ path }) => path));
  expect(paths.filter((path) => path.startsWith('securityAddons'))).toHaveLength(1);
});

it('selectFields returns no credentials, at any depth, also of a record that was not split', () => {
  const record = { Admin_Password: 'canary', notes: { access: [{ token: 'canary', kept: 'this' }] } };
  const text = JSON.stringify(selectFields(record, databaseGroups, []));
  expect(text).not.toMatch(/canary|Admin_Password/);
  expect(text).toContain('this');
  // A record of the fleet lacks its documented credentials.
  const fields = selectFields({ id: 'index-1' }, indexGroups, []).flatMap((group) => group.fields);
  expect(fields.filter(({ path }) => path.includes('token'))).toEqual([]);
});

it('showValue formats a value in units or a time in UTC, with the exact value unless the text is exact', () => {
  expect(showValue(512, 'bytes')).not.toHaveProperty('exact');
  expect(showValue(-1, 'bytes or unlimited')).toEqual({ text: 'unlimited', look: 'text' });
  expect(showValue(1_760_898_785, 'time')).toMatchObject({ exact: '1760898785 in Unix seconds' });
  expect(showValue(0, 'time')).toMatchObject({ at: 0 });
  expect(showValue(0, 'time or never')).toEqual({ text: 'never', look: 'text' });
  expect(showValue(1e30, 'time')).not.toHaveProperty('at');
});

it.each([
  ['a flag with an unknown text', 'perhaps', 'flag', 'perhaps', 'text'],
  ['a flag as a number', 1, 'flag', '1', 'text'],
  ['a blank text', ' ', 'text', '–', 'text'],
  ['null', null, 'text', '–', 'none'],
  ['an empty list', [], 'text', 'none', 'none'],
  ['an identifier', '93e3a3e0-b1c2', 'text', '93e3a3e0-b1c2', 'code'],
  ['an object', { by: 'ops' }, undefined, '{"by":"ops"}', 'code'],
  ['an absent value', undefined, 'count', 'not sent', 'none'],
] as const)('showValue formats %s', (_, value, meaning, text, look) => {
  expect(showValue(value, meaning)).toEqual({ text, look });
});
