import { addUsageSource, driftOf, limitsOf, usageSourcesOf } from '../../../src/index.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { vectorInfo } from '../../../src/probes/vector/index.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import type { ServiceOptions } from '../../../src/service/index.js';
import { createManualClock } from '../../support/manual-clock.js';
import { eventually } from '../../support/eventually.js';
import { AUTHORIZATION, BASE_URL, CREDENTIALS, openService } from '../opened-service.js';

const seed = { indices: [{ id: 'products', dimension_count: 3, max_vector_count: 1000 }] };

function openWithFleet(options: Partial<ServiceOptions> = {}) {
  const opened = openService({ clock: systemClock, seed, ...options });
  const fleet = createFleet({ baseUrl: BASE_URL, credentials: CREDENTIALS, fetch: opened.service.fetch });
  onTestFinished(() => fleet.dispose());
  return { ...opened, fleet };
}

describe('the endpoint of an index of the local service', () => {
  test('is a URL of the service on the same port, and answers /info with a token of the index', async () => {
    const { service } = openWithFleet();
    const { url } = await service.listen();
    using fleet = createFleet({ baseUrl: url, credentials: CREDENTIALS });
    const [index] = await fleet.indices.refresh();
    expect(index?.endpoint).toBe(`${url}/vector/products`);
    const { token, read_only_token: readOnly } = fleet.indices.credentials('products') ?? {};
    for (const given of [token, readOnly]) {
      const answer = await fetch(`${index?.endpoint}/info`, { headers: { authorization: `Bearer ${given}` } });
      expect(await answer.json()).toEqual({
        result: {
          vectorCount: expect.toSatisfy((count: number) => Number.isInteger(count) && count > 0 && count < 1000),
          pendingVectorCount: expect.any(Number),
          indexSize: expect.any(Number),
          dimension: 3,
          similarityFunction: 'COSINE',
        },
      });
    }
  });

  test.each([
    ['no token', {}],
    ['the credentials of the account', { authorization: AUTHORIZATION }],
  ])('refuses %s', async (_, headers) => {
    const { service } = openWithFleet();
    const answer = await service.fetch('http://localhost/vector/products/info', { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect((await service.fetch('http://localhost/vector/other/info', { headers })).status).toBe(404);
  });

  test('is read by vectorInfo as it is', async () => {
    const { service, fleet, control } = openWithFleet();
    await control.indices.set('products', { local_vector_count: 950 });
    addUsageSource(fleet, vectorInfo({ fetch: service.fetch }));
    await fleet.indices.refresh();
    const { used } = await eventually(() => {
      const [vectors] = limitsOf(fleet, 'index', 'products').value;
      if (vectors?.used === undefined) throw new Error('not yet');
      return vectors;
    });
    expect(used).toBe(950);
    expect(usageSourcesOf(fleet).value).toMatchObject([{ name: 'vector-info', resources: 1, failing: 0 }]);
    // The field of the service is no drift of the record.
    expect(driftOf(fleet.indices.record('products').value ?? {})).toEqual([]);
  });

  test('has a number of vectors that grows below the limit, until the control API sets it', async () => {
    const clock = createManualClock();
    const { service, fleet, control } = openWithFleet({ clock });
    await fleet.indices.refresh();
    const token = fleet.indices.credentials('products')?.read_only_token;
    const count = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await service.fetch('http://localhost/vector/products/info', { headers });
      return ((await answer.json()) as { result: { vectorCount: number } }).result.vectorCount;
    };
    const counts = [await count()];
    for (let hour = 0; hour < 200; hour++) {
      await clock.advance(3_600_000);
      counts.push(await count());
    }
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBeGreaterThan(50);
    expect(counts.at(-1)).toBeLessThan(1000);
    await control.indices.set('products', { local_vector_count: 1001 });
    expect(await count()).toBe(1001);
  });
});
