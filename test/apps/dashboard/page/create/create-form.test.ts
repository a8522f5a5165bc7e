import { describe, expect, it } from 'vitest';
import { primaryRegions } from '../../../../../src/core/records/regions.js';
import { continentOf, describePlan } from '../../../../../src/apps/dashboard/page/create/create-fields.js';
import { FleetError, type FleetErrorCode, type FleetErrorFacts } from '../../../../../src/core/shared/fleet-error.js';
import {
  changeDraft,
  type Draft,
  EMPTY_DRAFT,
  readDraft,
  selectReadRegions,
} from '../../../../../src/apps/dashboard/page/create/draft.js';
import {
  describeCreateError,
  explainIssue,
  explainRefusal,
} from '../../../../../src/apps/dashboard/page/create/describe-create-error.js';

const minimal: Draft = { ...EMPTY_DRAFT, database_name: 'carts', primary_region: 'eu-west-1' };

describe('readDraft', () => {
  it('returns no text field with spaces around it', () => {
    const { request } = readDraft({ ...minimal, database_name: ' carts ', budget: ' 20 ' });
    expect(request).toMatchObject({ database_name: 'carts', budget: 20 });
  });

  it.each([
    ['database_name', '\u00a0\t', 'Enter a name.'],
    ['budget', '12.5', 'Enter a whole number, such as 20.'],
    ['budget', '9007199254740993', 'Enter a whole number, such as 20.'],
  ] as const)('refuses the %s %j', (field, value, message) => {
    const { issues } = readDraft({ ...minimal, [field]: value });
    expect(issues.map(({ path }) => path)).toEqual([field]);
    expect(explainIssue(issues, field)).toBe(message);
  });
});

it('changeDraft removes regions that the new platform does not have', () => {
  const onAws = { ...minimal, read_regions: ['us-east-1'] as const };
  const onGcp = changeDraft(onAws, { platform: 'gcp' });
  expect(onGcp).toEqual({ ...onAws, platform: 'gcp', primary_region: '', read_regions: [] });
  expect(changeDraft(onAws, { platform: 'aws' })).toEqual(onAws);
});

it('changeDraft does not offer the primary region as a read region, and removes it when it becomes the primary', () => {
  const draft = { ...minimal, primary_region: 'eu-west-1', read_regions: ['us-east-1'] } as const;
  expect(selectReadRegions(draft)).not.toContain('eu-west-1');
  expect(selectReadRegions(draft)).toContain('us-east-1');
  expect(changeDraft(draft, { primary_region: 'us-east-1' }).read_regions).toEqual([]);
});

it('explainRefusal returns the message of a refusal alone, at each field that it names', () => {
  const message = 'refused (status 400): budget is too small for this plan';
  const refused = new FleetError('rejected', 'create-database', message);
  expect(explainRefusal(refused, 'plan')).toBe('Budget is too small for this plan.');
  expect(explainRefusal(refused, 'database_name')).toBeUndefined();
  const outage = new FleetError('unavailable', 'create-database', 'budget service is down');
  expect(explainRefusal(outage, 'budget')).toBeUndefined();
});

describe('describePlan', () => {
  const [MIB, GIB] = [2 ** 20, 2 ** 30];
  const record = (type: 'free' | 'payg' | 'pro' | 'paid', memory: number, commands: number) => ({
    type,
    db_memory_threshold: memory,
    db_max_commands_per_second: commands,
  });

  it('describes the limits of the databases with a plan, and nothing without one', () => {
    const records = [record('free', 64 * MIB, 1000), record('pro', 5 * GIB, 10_000), record('payg', GIB, 2 ** 53)];
    expect(describePlan('free', records)).toBe('64 MiB memory, 1,000 commands/s');
    expect(describePlan('payg', records)).toBe('1 GiB memory, unlimited commands/s');
    expect(describePlan('fixed_5gb', records)).toBe('5 GiB memory, 10,000 commands/s');
    expect(describePlan('fixed_1gb', records)).toBeUndefined();
  });

  it('describes a range where databases differ, and ignores values of other types', () => {
    const records = [
      record('paid', 250e6, 1000),
      { ...record('pro', 250 * MIB, 0), db_max_commands_per_second: 'x' as never },
    ];
    expect(describePlan('fixed_250mb', records)).toBe('238 MiB to 250 MiB memory, 1,000 commands/s');
  });
});

it('continentOf knows the continent of each documented region', () => {
  expect(primaryRegions.map(continentOf)).not.toContain('Other');
  expect(continentOf('ca-central-1')).toBe('North America');
  expect(continentOf('europe-west1')).toBe('Europe');
});

const describeError = (code: FleetErrorCode, message: string, facts: FleetErrorFacts = {}) =>
  describeCreateError(new FleetError(code, 'create-database', message, facts));

it('describeCreateError marks details that tell the user nothing to correct, and includes the time to wait', () => {
  expect(describeError('unavailable', 'fetch failed: ECONNREFUSED').isForUser).toBe(false);
  const unsent = describeError('rejected', 'refused (status 409): the connection failed', { status: 409 });
  expect(unsent.isForUser).toBe(true);
  expect(unsent.advice).toBe('No database was created. Correct what is named below, or try again later.');
  expect(describeError('rate-limited', 'too many', { retryAfterMs: 12_300 }).advice).toMatch(
    /accepts requests again in 13 s\.$/,
  );
});

it('describeCreateError warns of a second database only if the outcome is unknown', () => {
  const unknown = describeError('outcome-unknown', 'it was sent');
  expect(unknown.advice).toMatch(/second database.*Check the console of the service first/);
  expect(unknown.advice).not.toContain('No database was created');
  const { title, advice } = describeError('forbidden', 'refused (status 403)');
  expect(`${title}. ${advice}`).toMatch(/not allowed\. No database was created\./);
});
