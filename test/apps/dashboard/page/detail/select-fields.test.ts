import { describe, expect, it } from 'vitest';
import { databaseSchema } from '../../../../../src/core/records/database.js';
import { selectFields } from '../../../../../src/apps/dashboard/page/detail/select-fields.js';
import { databaseGroups } from '../../../../../src/format/database-groups.js';
import { decoded } from './decoded.js';

const CANARY = 'canary-3f9c';

const fieldsOf = (record: object, excluded: readonly string[] = ['database_name']) =>
  selectFields(record, databaseGroups, excluded).flatMap(({ fields }) => fields);
const field = (record: object, path: string) => fieldsOf(record).find((each) => each.path === path);

describe('selectFields', () => {
  it('returns all documented fields, also for an empty record', () => {
    const documented = Object.keys(databaseSchema.entries).filter((name) => name !== 'database_name');
    const addOns = Object.keys(databaseSchema.entries.securityAddons.entries).map((name) => `securityAddons.${name}`);
    const expected = [...documented.filter((name) => name !== 'securityAddons'), ...addOns];
    expect(
      fieldsOf({})
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(expected.toSorted());
    expect(fieldsOf({}).every(({ look }) => look === 'none')).toBe(true);
  });

  it('returns names, explanations and units', () => {
    expect(field({ db_memory_threshold: 1024 ** 3 }, 'db_memory_threshold')).toEqual({
      path: 'db_memory_threshold',
      name: 'Memory',
      explanation: 'Memory that the database may use.',
      text: '1 GiB',
      exact: '1,073,741,824 bytes',
      look: 'text',
    });
  });

  it('returns integers with all digits', () => {
    const value = decoded('{"database_id":"a","db_request_limit":8024278031528736858}');
    expect(field(value, 'db_request_limit')?.text).toBe('8,024,278,031,528,736,858');
  });

  it('leaves out the excluded fields', () => {
    const record = { database_name: 'a', state: 'active' };
    expect(fieldsOf(record, ['database_name', 'state']).map(({ path }) => path)).not.toContain('state');
  });

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

  it('returns an undocumented add-on in its group', () => {
    expect(field({ securityAddons: { quantumSafe: true } }, 'securityAddons.quantumSafe')).toMatchObject({
      text: 'yes',
    });
  });

  it('returns a member of the wrong type once, as it is', () => {
    const shown = fieldsOf({ securityAddons: 'none' }).filter(({ path }) => path.startsWith('securityAddons'));
    expect(shown).toEqual([{ path: 'securityAddons', name: 'securityAddons', text: 'none', look: 'text' }]);
  });

  it('returns no credentials, at any depth', () => {
    const record = {
      database_id: 'a',
      password: CANARY,
      rest_token: CANARY,
      read_only_rest_token: CANARY,
      Admin_Password: CANARY,
      client_secret: CANARY,
      notes: { by: 'ops', access: [{ token: CANARY, kept: 'this' }] },
      securityAddons: { vpcPeering: true, vpc_token: CANARY },
    };
    const text = JSON.stringify(fieldsOf(record));
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/password|rest_token|secret|vpc_token/i);
    expect(text).toContain('this');
  });
});
