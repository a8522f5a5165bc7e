import { describe, expect, it } from 'vitest';
import { selectFields, showValue } from '../../../../../src/apps/dashboard/page/detail/select-fields.js';
import { databaseGroups } from '../../../../../src/format/database-groups.js';
import { indexGroups } from '../../../../../src/format/index-groups.js';

const fieldsOf = (record: object, excluded: readonly string[] = ['database_name']) =>
  selectFields(record, databaseGroups, excluded).flatMap(({ fields }) => fields);

describe('selectFields', () => {
  it('returns undocumented fields last, under their own names', () => {
    const groups = selectFields({ hibernated_at: '2025-11-01', notes: { by: 'ops' } }, databaseGroups, []);
    expect(groups.at(-1)).toEqual({
      title: 'Other',
      fields: [
        { path: 'hibernated_at', name: 'hibernated_at', text: '2025-11-01', look: 'text' },
        { path: 'notes', name: 'notes', text: '{"by":"ops"}', look: 'code' },
      ],
    });
    expect(selectFields({ constructor: 1 }, databaseGroups, []).at(-1)?.fields[0]).toMatchObject({
      path: 'constructor',
      text: '1',
    });
  });

  it('returns a member of the wrong type once, as it is', () => {
    const shown = fieldsOf({ securityAddons: 'none' }).filter(({ path }) => path.startsWith('securityAddons'));
    expect(shown).toEqual([{ path: 'securityAddons', name: 'securityAddons', text: 'none', look: 'text' }]);
  });

  it('returns no credentials, at any depth, also of a record that was not split', () => {
    const record = { Admin_Password: 'canary', notes: { access: [{ token: 'canary', kept: 'this' }] } };
    const text = JSON.stringify(fieldsOf(record));
    expect(text).not.toMatch(/canary|Admin_Password/);
    expect(text).toContain('this');
  });

  it('leaves out the documented credentials, which a record of the fleet lacks', () => {
    const groups = selectFields({ id: 'index-1', endpoint: 'a.example' }, indexGroups, []);
    const paths = groups.flatMap(({ fields }) => fields).map(({ path }) => path);
    expect(paths).toContain('endpoint');
    expect(paths.filter((path) => path.includes('token'))).toEqual([]);
  });
});

describe('showValue', () => {
  it('formats a value in units, with the exact value unless the text is exact', () => {
    expect(showValue(3_221_225_472, 'bytes')).toMatchObject({ text: '3 GiB', exact: '3,221,225,472 bytes' });
    expect(showValue(512, 'bytes')).not.toHaveProperty('exact');
    expect(showValue(-1, 'bytes or unlimited')).toEqual({ text: 'unlimited', look: 'text' });
  });

  it('formats a time in UTC, with the Unix seconds', () => {
    expect(showValue(1_760_898_785, 'time')).toEqual({
      text: '2025-10-19 18:33:05 UTC',
      exact: '1760898785 in Unix seconds',
      at: 1_760_898_785_000,
      look: 'text',
    });
    expect(showValue(0, 'time')).toMatchObject({ at: 0 });
    expect(showValue(0, 'time or never')).toEqual({ text: 'never', look: 'text' });
    expect(showValue(1e30, 'time')).not.toHaveProperty('at');
    expect(showValue('soon', 'time')).toEqual({ text: 'soon', look: 'text' });
  });

  it.each([
    ['a flag', true, 'flag', 'yes', 'yes'],
    ['a flag as text', 'false', 'flag', 'no', 'no'],
    ['a flag with an unknown text', 'perhaps', 'flag', 'perhaps', 'text'],
    ['a flag as a number', 1, 'flag', '1', 'text'],
    ['an empty text', '', 'text', '–', 'none'],
    ['a blank text', ' ', 'text', '–', 'text'],
    ['null', null, 'text', '–', 'none'],
    ['an empty list', [], 'text', 'none', 'none'],
    ['a list', ['eu-west-1', 'us-east-1'], 'text', 'eu-west-1, us-east-1', 'text'],
    ['an identifier', '93e3a3e0-b1c2', 'text', '93e3a3e0-b1c2', 'code'],
    ['an object', { by: 'ops' }, undefined, '{"by":"ops"}', 'code'],
    ['no pending change', undefined, 'change', 'at rest', 'none'],
    ['an absent value', undefined, 'count', 'not sent', 'none'],
  ] as const)('formats %s', (_, value, meaning, text, look) => {
    expect(showValue(value, meaning)).toEqual({ text, look });
  });
});
