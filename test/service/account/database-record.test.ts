import { describe, expect, it } from 'vitest';
import { createDatabaseRecord, type NewDatabase } from '../../../src/service/account/database-record.js';
import { secureRandom } from '../../../src/service/account/random.js';

const REQUEST: NewDatabase = { database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' };
const BIRTH = { now: Date.UTC(2026, 0, 1, 0, 0, 0, 999), random: secureRandom, modifyingState: 'creating' };
const CREDENTIALS = ['password', 'rest_token', 'read_only_rest_token'];

describe('createDatabaseRecord', () => {
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
