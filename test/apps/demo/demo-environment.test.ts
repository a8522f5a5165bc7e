import { refreshAll } from '../../../src/index.js';
import { expect, it, onTestFinished } from 'vitest';
import { startDemoEnvironment } from '../../../src/apps/demo/demo-environment.js';
import { systemClock } from '../../../src/core/shared/clock.js';

it('startDemoEnvironment lists the databases of the seed in its order', async () => {
  const options = { port: 0, redis: 'off', databases: 6, polling: {}, clock: systemClock, onNotice: () => {} } as const;
  const environment = await startDemoEnvironment(options);
  onTestFinished(() => environment.close());
  const { fleet, ids } = environment;
  fleet.databases.add(ids);
  const { refreshed } = await refreshAll(fleet);
  expect(refreshed.map(({ database_name: name }) => name)).toEqual([
    'sessions',
    'orders',
    'page-cache',
    'rate-limits',
    'sessions-2',
    'orders-2',
  ]);
  const indices = await fleet.indices.refresh();
  expect(indices.map(({ name }) => name)).toEqual(['support-articles', 'product-titles', 'catalogue']);
});
