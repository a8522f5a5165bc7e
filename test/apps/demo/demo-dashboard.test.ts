import { expect, it } from 'vitest';
import { usageOf } from '../../../src/apps/demo/demo-dashboard.js';
import { startTestEnvironment } from './test-environment.js';

it('usageOf returns the reported usage of databases and indices, with its time and source', async () => {
  const { fleet, clock } = await startTestEnvironment();
  const loaded = Promise.all([fleet.databases.refreshAll(), fleet.indices.refresh()]);
  await clock.advance(1000);
  await loaded;
  const [first = '', second = ''] = fleet.databases.known.value;
  const index = fleet.indices.all.value[0]?.id ?? '';
  fleet.usage.report('database', first, { db_max_clients: 812, db_memory_threshold: 5 }, { source: 'demo' });
  fleet.usage.report('database', second, { db_max_clients: 1 });
  fleet.usage.report('index', index, { max_vector_count: 7 });
  const at = clock.now();
  expect(usageOf(fleet)).toEqual([
    { resource: 'database', id: first, values: { db_max_clients: 812, db_memory_threshold: 5 }, at, source: 'demo' },
    { resource: 'database', id: second, values: { db_max_clients: 1 }, at },
    { resource: 'index', id: index, values: { max_vector_count: 7 }, at },
  ]);
});
