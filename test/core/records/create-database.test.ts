import { describe, expect, it } from 'vitest';
import { inspectCreateDatabase } from '../../../src/core/records/create-database.js';

const smallest = { database_name: '', platform: 'aws', primary_region: 'us-east-1' };
const pathsOf = (...given: Parameters<typeof inspectCreateDatabase>): string[] =>
  inspectCreateDatabase(...given).map(({ path }) => path);

describe('a create request', () => {
  it('may have undocumented values only if they are allowed, and never a missing or mistyped field', () => {
    const newer = {
      ...smallest,
      platform: 'azure',
      primary_region: 'mars-1',
      read_regions: ['mars-2', 'us-east-1'],
      plan: 'fixed_1tb',
      shards: 3,
    };
    expect(pathsOf(newer)).toEqual(['platform', 'primary_region', 'read_regions[0]', 'plan', 'shards']);
    expect(pathsOf(newer, true)).toEqual([]);
    const { database_name: _, ...nameless } = newer;
    const mistyped = { ...nameless, platform: 7, read_regions: ['mars-2', 7], plan: null, tls: 1 };
    const paths = ['database_name', 'platform', 'read_regions[1]', 'plan', 'tls'];
    expect(pathsOf(mistyped, true)).toEqual(paths);
  });
});
