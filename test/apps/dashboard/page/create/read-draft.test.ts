import { describe, expect, it } from 'vitest';
import { createDatabaseSchema } from '../../../../../src/core/api/create-database.js';
import { changeDraft, EMPTY_DRAFT, type Draft } from '../../../../../src/apps/dashboard/page/create/draft.js';
import { explainIssue, selectWrongFields } from '../../../../../src/apps/dashboard/page/create/explain-issue.js';
import { readDraft } from '../../../../../src/apps/dashboard/page/create/read-draft.js';

const least: Draft = { ...EMPTY_DRAFT, database_name: 'carts', primary_region: 'eu-west-1' };

describe('a draft as a request', () => {
  it('has what was given, and nothing else', () => {
    expect(readDraft(least)).toEqual({
      issues: [],
      request: { database_name: 'carts', platform: 'aws', primary_region: 'eu-west-1' },
    });
  });

  it('has all fields of the document, as its types', () => {
    const full: Draft = {
      ...least,
      database_name: ' carts ',
      read_regions: ['us-east-1', 'eu-west-2'],
      plan: 'fixed_1gb',
      budget: ' 20 ',
      eviction: 'off',
      tls: 'on',
    };
    const { request } = readDraft(full);
    expect(request).toEqual({
      database_name: 'carts',
      platform: 'aws',
      primary_region: 'eu-west-1',
      read_regions: ['us-east-1', 'eu-west-2'],
      plan: 'fixed_1gb',
      budget: 20,
      eviction: false,
      tls: true,
    });
    expect(Object.keys(request ?? {})).toEqual(Object.keys(createDatabaseSchema.entries));
  });

  it('is none while something is missing: each of it is said', () => {
    const { issues, request } = readDraft(EMPTY_DRAFT);
    expect(request).toBeUndefined();
    expect(selectWrongFields(issues)).toEqual(['database_name', 'primary_region']);
    expect(explainIssue(issues, 'database_name')).toBe('Give the database a name.');
    expect(explainIssue(issues, 'primary_region')).toBe('Choose a primary region.');
    expect(explainIssue(issues, 'budget')).toBeUndefined();
  });

  it.each(['', '  ', '\u00a0\t'])('is none with a blank name: %j', (database_name) => {
    const { issues, request } = readDraft({ ...least, database_name });
    expect(request).toBeUndefined();
    expect(explainIssue(issues, 'database_name')).toBe('Give the database a name.');
  });

  it.each(['a lot', '12.5', '1e3', '9007199254740993', '20 €'])('is none with a budget of %s', (budget) => {
    const { issues } = readDraft({ ...least, budget });
    expect(issues.map(({ path }) => path)).toEqual(['budget']);
    expect(explainIssue(issues, 'budget')).toBe('A whole number, such as 20.');
  });

  it('says what is wrong with an element as wrong with its list', () => {
    const { issues } = readDraft({ ...least, read_regions: ['nowhere' as 'eu-west-1'] });
    expect(selectWrongFields(issues)).toEqual(['read_regions']);
    expect(explainIssue(issues, 'read_regions')).toMatch(/^expected .*us-east-1.*\.$/);
  });
});

describe('a change of a draft', () => {
  it('takes away the regions that another platform does not have', () => {
    const onAws = { ...least, read_regions: ['us-east-1'] as const };
    const onGcp = changeDraft(onAws, { platform: 'gcp' });
    expect(onGcp).toMatchObject({ database_name: 'carts', platform: 'gcp', primary_region: '', read_regions: [] });
    expect(changeDraft(onAws, { platform: 'aws' })).toEqual(onAws);
  });
});
