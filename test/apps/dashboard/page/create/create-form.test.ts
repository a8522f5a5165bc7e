import { expect, it } from 'vitest';
import { primaryRegions } from '../../../../../src/core/records/regions.js';
import { continentOf, describePlan } from '../../../../../src/apps/dashboard/page/create/create-fields.js';
import { FleetError } from '../../../../../src/core/shared/fleet-error.js';
import { changeDraft, EMPTY_DRAFT } from '../../../../../src/apps/dashboard/page/create/draft.js';
import { describeCreateError } from '../../../../../src/apps/dashboard/page/create/describe-create-error.js';

it('changeDraft removes the regions that a new platform does not have', () => {
  const onAws = { ...EMPTY_DRAFT, primary_region: 'eu-west-1', read_regions: ['us-east-1'] as const };
  const onGcp = changeDraft(onAws, { platform: 'gcp' });
  expect(onGcp).toEqual({ ...onAws, platform: 'gcp', primary_region: '', read_regions: [] });
  expect(changeDraft(onAws, { platform: 'aws' })).toEqual(onAws);
});

it('describePlan describes the limits of the databases with a plan, as a range where they differ', () => {
  const [MIB, GIB] = [2 ** 20, 2 ** 30];
  const record = (type: 'payg' | 'pro' | 'paid', memory: number, commands: number | string) => ({
    type,
    db_memory_threshold: memory,
    db_max_commands_per_second: commands as number,
  });
  const records = [record('pro', 5 * GIB, 10_000), record('payg', GIB, 2 ** 53)];
  expect(describePlan('payg', records)).toBe('1 GiB memory, unlimited commands/s');
  expect(describePlan('fixed_5gb', records)).toBe('5 GiB memory, 10,000 commands/s');
  expect(describePlan('fixed_1gb', records)).toBeUndefined();
  const differing = [record('paid', 250e6, 1000), record('pro', 250 * MIB, 'x')];
  expect(describePlan('fixed_250mb', differing)).toBe('238 MiB to 250 MiB memory, 1,000 commands/s');
});

it('continentOf knows the continent of each documented region', () => {
  expect(primaryRegions.map(continentOf)).not.toContain('Other');
  expect(continentOf('ca-central-1')).toBe('North America');
});

it('describeCreateError says for how long to wait, and that no database was created', () => {
  const limited = new FleetError('rate-limited', 'create-database', 'too many', { retryAfterMs: 12_300 });
  expect(describeCreateError(limited)).toMatchObject({
    advice: expect.stringMatching(/^No database was created\..* accepts requests again in 13 s\.$/) as string,
    isForUser: false,
  });
  expect(describeCreateError(new FleetError('rejected', 'create-database', 'no budget')).isForUser).toBe(true);
});
