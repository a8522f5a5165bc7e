import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { addUsageSources } from '../../../src/apps/usage/add-usage-sources.js';
import { createFleet, usageOf, usageSourcesOf } from '../../../src/index.js';
import { createControlClient, createService } from '../../../src/service/index.js';
import { eventually } from '../../support/eventually.js';

const credentials = { username: 'demo', password: 'CANARY-of-the-account' };
const seed = {
  databases: [
    { database_name: 'orders', platform: 'aws', primary_region: 'us-east-1', plan: 'free' },
    { database_name: 'sessions', platform: 'aws', primary_region: 'us-east-1', plan: 'free' },
  ],
  indices: [{ id: 'index-1', name: 'articles' }],
} as const;

async function openFleet(redis: 'on' | 'off') {
  const service = createService({ credentials, controlToken: 'token', redis, seed });
  onTestFinished(() => service.close());
  const { url: baseUrl } = await service.listen();
  const fleet = createFleet({ baseUrl, credentials });
  onTestFinished(() => fleet.dispose());
  const records = await createControlClient({ baseUrl, token: 'token' }).databases.list();
  const ids = records.map((record) => String(record['database_id']));
  fleet.databases.add(ids);
  fleet.indices.track();
  return { fleet, ids };
}

describe.runIf(inject('hasRedisServer'))('addUsageSources, with real redis-servers', () => {
  test('reads the databases and the indices', async () => {
    const { fleet, ids } = await openFleet('on');
    const [first = ''] = ids;
    const notices: string[] = [];
    await addUsageSources(fleet, { everyMs: 1000, onNotice: (notice) => notices.push(notice) });
    await eventually(() => {
      expect(usageOf(fleet, 'database', first).value?.db_memory_threshold?.source).toBe('redis-info');
      expect(usageOf(fleet, 'index', 'index-1').value?.max_vector_count?.source).toBe('vector-info');
      expect(usageSourcesOf(fleet).value.every(({ lastRunAt }) => lastRunAt !== undefined)).toBe(true);
    });
    expect(usageSourcesOf(fleet).value.map(({ failing }) => failing)).toEqual([0, 0]);
    expect(notices).toEqual([]);
  });
});

test.each([
  ['reads short endpoints in the given domain', 'fleetglass.invalid', /the host name is not known/],
  ['names the setting of the domain for short endpoints', undefined, /Name the domain: --endpoint-domain, or usage\./],
])('addUsageSources %s', async (_, endpointDomain, message) => {
  const { fleet } = await openFleet('off');
  await addUsageSources(fleet, { everyMs: 1000, endpointDomain, onNotice: () => {} });
  await eventually(() => expect(usageSourcesOf(fleet).value[1]?.lastError?.message).toMatch(message));
});
