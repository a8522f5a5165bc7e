import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSeedFile } from '../../../src/service/index.js';
import { rejectionOf } from '../../support/failure-of.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { openService } from '../opened-service.js';

const SEED = {
  databases: [{ database_name: 'orders', platform: 'gcp', primary_region: 'us-central1', plan: 'fixed_1gb' }],
  indices: [{ name: 'products', type: 'fixed', dimension_count: 1536, reserved_price: 99.5 }, {}],
};

async function seedFile(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'seed.json');
  await writeFile(path, text);
  return path;
}

async function problemOf(seed: unknown): Promise<string> {
  const path = await seedFile(typeof seed === 'string' ? seed : JSON.stringify(seed));
  const { message, stack, cause } = await rejectionOf(readSeedFile(path));
  return `${message} ${stack} ${String(cause)}`.replaceAll(path, 'FILE');
}

describe('readSeedFile', () => {
  it('returns the seed of a service', async () => {
    const seed = await readSeedFile(await seedFile(`\uFEFF${JSON.stringify(SEED)}`));
    const indices = (await (await openService({ seed }).ask('/v2/vector/index')).json()) as Record<string, unknown>[];
    expect(indices.find(({ name }) => name === 'products')).toMatchObject(SEED.indices[0] as object);
    expect(indices).toHaveLength(2);
  });

  it('names every invalid path, and no value', async () => {
    const problem = await problemOf({
      databases: [
        SEED.databases[0],
        { database_name: 1, platform: 'canary', primary_region: 'eu-west-1', surplus: 1 },
        'canary',
      ],
      indices: [
        { type: 'canary' },
        { id: 'a/b' },
        { id: 'c' },
        { id: 'c' },
        { throughput_vector: [{ x: 1, y: 2 }] },
        { nam: 1 },
        null,
      ],
      others: 1,
    });
    for (const path of [
      ...['others', 'databases[1].database_name', 'databases[1].platform', 'databases[1].surplus', 'databases[2]'],
      ...['indices[0].type', 'indices[1].id', 'indices[3].id', 'indices[4].throughput_vector[0].x', 'indices[5].nam'],
      'indices[6]',
    ]) {
      expect(problem).toContain(`${path}: `);
    }
    expect(problem).not.toContain('canary');
    expect(problem).not.toMatch(/databases\[0\]|indices\[2\]/);
  });

  it.each([
    ['{"databases": canary', 'The seed file FILE is not JSON.'],
    ['[]', 'Invalid seed file FILE: expected an object with databases and indices.'],
  ])('explains why %j is not valid', async (text, message) => {
    const problem = await problemOf(text);
    expect(problem).toContain(message);
    expect(problem).not.toContain('canary');
  });
});
