import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFleet, type Fleet } from '../../src/core/fleet/fleet.js';
import type { ProxyOptions } from '../../src/proxy/index.js';
import { driftOf } from '../../src/core/records/drift-of.js';
import { sampleOf, vectorIndices } from '../contract/document-arbitraries.js';
import { createProxyUnderTest, leastAnswer, ORIGIN } from './proxy-under-test.js';

const index = sampleOf(vectorIndices);

/** A fleet of a page behind a proxy, whose service has every database and one index. */
function createPageFleet(options: Partial<ProxyOptions> = {}): Fleet {
  const answer = (url: string): Response => (url.endsWith('/index') ? Response.json([index]) : leastAnswer(url));
  const { handler } = createProxyUnderTest(answer, options);
  const fleet = createFleet({
    baseUrl: `${ORIGIN}/fleet`,
    fetch: async (url, init) => handler(new Request(url, init)),
    polling: { cadence: () => 100, perSecond: 1000, burst: 1000 },
  });
  onTestFinished(() => fleet.dispose());
  return fleet;
}

describe('a fleet behind the proxy', () => {
  test('reports no drift for tokens that the proxy removes', async () => {
    expect(index).toHaveProperty('token');
    const fleet = createPageFleet();
    const [record] = await fleet.indices.refresh();
    expect(record).not.toHaveProperty('token');
    expect(driftOf(record ?? {})).toEqual([]);
    expect(fleet.indices.entry(index['id'] as string).value).toMatchObject({ status: 'fresh' });
  });

  test('shows an id without permission as missing, and polls the others', async () => {
    const isOwn = (id: string): boolean => id !== 'foreign';
    const authorize = vi.fn<ProxyOptions['authorize']>((_, call) =>
      call.operation !== 'get-database' || isOwn(call.id) ? true : 'not-found',
    );
    const fleet = createPageFleet({ authorize });
    fleet.databases.track(['own', 'foreign']);
    const { entry } = fleet.databases;
    await expect.poll(() => entry('foreign').value).toMatchObject({ status: 'missing', error: { code: 'not-found' } });
    const calls = authorize.mock.calls.length;
    await expect.poll(() => authorize.mock.calls.length).toBeGreaterThan(calls + 2);
    expect(fleet.polling.status.value).toMatchObject({ state: 'running' });
    expect(entry('own').value).toMatchObject({ status: 'fresh' });
  });
});
