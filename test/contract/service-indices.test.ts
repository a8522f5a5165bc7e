import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { scaled } from '../support/scale.js';
import { document } from './api-document.js';
import { sampleOf, vectorIndices, type JsonObject } from './document-arbitraries.js';
import { createDocumentedAnswers } from './documented-answers.js';
import { withEachValue } from './documented-field.js';
import { createServiceUnderTest } from './service-under-test.js';

const service = await createServiceUnderTest();
const { list } = createDocumentedAnswers(service);

beforeEach(() => service.control.reset());

describe('vector indices of the local service', () => {
  it('sends throughput that grows with time in the form of api.md', async () => {
    await service.control.indices.add({});
    const lengths: number[] = [];
    for (const minutes of [1, 9, 50, 60 * 24 * 400]) {
      await service.clock.advance(minutes * 60_000);
      const [points = []] = (await list()).map((index) => index['throughput_vector'] as unknown[]);
      lengths.push(points.length);
    }
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(lengths[0]).toBeGreaterThan(0);
    expect(lengths[2]).toBeGreaterThan(lengths[0] ?? 0);
  });

  it('sends every list of indices that api.md allows as it was staged', async () => {
    const conforming = vectorIndices.map(conformingIndex);
    const sample = sampleOf(vectorIndices);
    const eachValue = withEachValue(document.vectorIndex).map((fields) => conformingIndex({ ...sample, ...fields }));
    await fc.assert(
      fc.asyncProperty(fc.array(conforming, { maxLength: 3 }), async (records) => {
        await service.control.reset();
        const staged = records.map((record, at) => ({ ...record, id: `index-${at}` }));
        for (const record of staged) await service.control.indices.add(record);
        expect((await list()).toSorted((a, b) => String(a['id']).localeCompare(String(b['id'])))).toEqual(staged);
      }),
      { examples: [[[]], [eachValue]], numRuns: scaled({ short: 16, long: 51 }) },
    );
  });

  it('lists all indices in one answer, for any page or filter', async () => {
    for (let at = 0; at < 120; at++) await service.control.indices.add({ name: `index-${at}` });
    expect(await list()).toHaveLength(120);
    const filtered = await service.send('List vector indices', {
      query: '?limit=10&page=2&cursor=abc&region=us-east-1',
    });
    expect(filtered.value).toHaveLength(120);
  });

  it('lists an index without the removed fields, and in full after a change', async () => {
    const { id } = await service.control.indices.add({ name: 'first' });
    await service.control.indices.add({ name: 'second' });
    await service.control.indices.set(String(id), { name: 'renamed' });
    expect(new Set((await list()).map(({ name }) => name))).toEqual(new Set(['renamed', 'second']));
    await service.control.indices.remove(String(id));
    expect((await list()).map(({ name }) => name)).toEqual(['second']);
  });
});

/** Adds string formats and prices, which the generator does not know. */
function conformingIndex({ reserved_price, ...others }: JsonObject): JsonObject {
  const points = others['throughput_vector'] as { readonly y: number }[];
  return {
    ...others,
    ...(others['type'] === 'fixed' && { reserved_price: reserved_price ?? 60 }),
    customer_id: 'owner@example.com',
    throughput_vector: points.map(({ y }) => ({ x: '2025-10-19 18:33:05.244 +0000 UTC', y })),
  };
}
