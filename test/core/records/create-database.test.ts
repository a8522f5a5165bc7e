import { describe, expect, it } from 'vitest';
import { inspectCreateDatabase } from '../../../src/core/records/create-database.js';
import type { FleetIssue } from '../../../src/core/shared/fleet-error.js';

const smallest = { database_name: '', platform: 'aws', primary_region: 'us-east-1' };
const paths = (issues: readonly FleetIssue[]): string[] => issues.map(({ path }) => path);

describe('a create request', () => {
  it('reports all problems at once', () => {
    const request = {
      platform: 'azure',
      primary_region: 7,
      read_regions: ['us-east-1', 'af-south-1', null],
      plan: 'fixed_2gb',
      budget: 1.5,
      eviction: 'true',
      tls: null,
      name: 'x',
    };
    const issues = inspectCreateDatabase(request);
    expect(paths(issues)).toEqual([
      'database_name',
      'platform',
      'primary_region',
      'read_regions[1]',
      'read_regions[2]',
      'plan',
      'budget',
      'eviction',
      'tls',
      'name',
    ]);
    expect(issues[0]?.message).toBe('missing, expected string');
    expect(issues[1]?.message).toBe('expected ("aws" | "gcp")');
    expect(issues[6]?.message).toBe('expected int64');
  });

  it('refuses a budget that a number cannot represent exactly', () => {
    for (const budget of [2 ** 53, -(2 ** 60), 1e22, Infinity, NaN]) {
      expect(paths(inspectCreateDatabase({ ...smallest, budget }))).toEqual(['budget']);
    }
  });

  it('reports problems without values', () => {
    const canary = 'canary7193';
    const request = Object.fromEntries(
      ['database_name', 'platform', 'primary_region', 'read_regions', 'plan', 'budget', 'eviction', 'tls', 'other'].map(
        (field) => [field, field === 'database_name' ? [canary] : { canary }],
      ),
    );
    const issues = inspectCreateDatabase({ ...request, read_regions: [canary] });
    expect(issues).toHaveLength(9);
    expect(JSON.stringify(issues)).not.toContain('canary');
  });
});

describe('a create request with undocumented values', () => {
  const newer = {
    ...smallest,
    platform: 'azure',
    primary_region: 'mars-1',
    read_regions: ['mars-2', 'us-east-1'],
    plan: 'fixed_1tb',
    shards: 3,
  };

  it('is refused unless undocumented values are allowed', () => {
    expect(paths(inspectCreateDatabase(newer))).toEqual([
      'platform',
      'primary_region',
      'read_regions[0]',
      'plan',
      'shards',
    ]);
    expect(inspectCreateDatabase(newer, { allowUndocumented: true })).toEqual([]);
  });

  it('is still refused for a missing or mistyped field', () => {
    const request = {
      ...newer,
      database_name: undefined,
      platform: 7,
      read_regions: ['mars-2', 7],
      plan: null,
      tls: 1,
    };
    expect(paths(inspectCreateDatabase(request, { allowUndocumented: true }))).toEqual([
      'database_name',
      'platform',
      'read_regions[1]',
      'plan',
      'tls',
    ]);
  });
});

it.each(['__proto__', 'constructor'])('a member %s of a create request is an unknown field', (name) => {
  const request = JSON.parse(JSON.stringify(smallest).replace('{', `{"${name}":7,`)) as unknown;
  expect(paths(inspectCreateDatabase(request))).toEqual([name]);
});
