import { describe, expect, it } from 'vitest';
import { createDatabaseSchema } from '../../../src/core/records/create-database.js';
import { databaseSchema } from '../../../src/core/records/database.js';
import { inspect } from '../../../src/core/records/inspect.js';
import {
  createDatabaseRecord,
  type NewDatabase,
  plans,
  type Plan,
} from '../../../src/service/account/database-record.js';
import { secureRandom } from '../../../src/service/account/random.js';

const REQUEST: NewDatabase = { database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' };
const BIRTH = { now: Date.UTC(2026, 0, 1, 0, 0, 0, 999), random: secureRandom, modifyingState: 'creating' };
const CREDENTIALS = ['password', 'rest_token', 'read_only_rest_token'];

describe('createDatabaseRecord', () => {
  it.each(Object.keys(plans) as Plan[])(
    'has for the plan %s the documented fields with their types, and its credentials',
    (plan) => {
      const record = createDatabaseRecord({ ...REQUEST, plan, read_regions: ['us-east-1'] }, BIRTH);
      expect(Object.keys(record).toSorted()).toEqual(
        [...Object.keys(databaseSchema.entries), ...CREDENTIALS].toSorted(),
      );
      // The schema accepts numbers only, so a number replaces a large int64.
      const asNumbers = Object.entries(record).map(([key, value]) => [key, typeof value === 'bigint' ? 1 : value]);
      expect(inspect(databaseSchema, Object.fromEntries(asNumbers), '')).toEqual([]);
    },
  );

  it('uses the fields of the request', () => {
    const asked: NewDatabase = {
      ...REQUEST,
      budget: 2n ** 62n,
      eviction: true,
      tls: false,
      read_regions: ['us-east-1', 'eu-west-1'],
    };
    expect(createDatabaseRecord({ ...asked, plan: 'fixed_1gb' }, BIRTH)).toMatchObject({
      database_name: 'orders',
      budget: 2n ** 62n,
      eviction: true,
      db_eviction: true,
      tls: false,
      primary_region: 'eu-west-1',
      primary_members: ['eu-west-1'],
      read_regions: ['us-east-1', 'eu-west-1'],
      all_members: ['eu-west-1', 'us-east-1'],
      replicas: 3,
      creation_time: Date.UTC(2026, 0, 1) / 1000,
      state: 'active',
      modifying_state: 'creating',
    });
  });

  it('creates a new id and new credentials each time', () => {
    const [one, two] = [createDatabaseRecord(REQUEST, BIRTH), createDatabaseRecord(REQUEST, BIRTH)];
    for (const field of ['database_id', ...CREDENTIALS]) expect(one[field]).not.toBe(two[field]);
    expect(one['database_id']).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    for (const field of CREDENTIALS) expect(one[field]).toMatch(/^[\dA-Za-z]{32,}$/);
  });
});

describe('plans', () => {
  it('contain all plans of a create request', () => {
    expect(Object.keys(plans)).toEqual(createDatabaseSchema.entries.plan.wrapped.options);
  });

  it('have an int64 limit of commands, too large for a number if there is no limit', () => {
    for (const { db_request_limit: limit } of Object.values(plans)) {
      expect(BigInt.asIntN(64, BigInt(limit))).toBe(BigInt(limit));
    }
    expect([typeof plans.free.db_request_limit, typeof plans.payg.db_request_limit]).toEqual(['number', 'bigint']);
  });
});
