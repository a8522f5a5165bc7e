import { refreshAll } from '../../../src/index.js';
import { expect, it, onTestFinished } from 'vitest';
import {
  startDemoEnvironment,
  type DemoEnvironment,
  type DemoEnvironmentOptions,
} from '../../../src/apps/demo/demo-environment.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { startWireServer } from '../../support/wire-server.js';

const open = async (options: Partial<DemoEnvironmentOptions>): Promise<DemoEnvironment> => {
  const environment = await startDemoEnvironment({
    redis: 'off',
    databases: 4,
    polling: {},
    clock: systemClock,
    onNotice: () => {},
    ...options,
  });
  onTestFinished(() => environment.close());
  return environment;
};

it('startDemoEnvironment uses another port if the usual port is in use, and reports both', async () => {
  await using other = await startWireServer(() => {});
  const { baseUrl, movedFrom } = await open({ usualPort: other.port });
  expect(movedFrom).toBe(other.port);
  expect(baseUrl).not.toContain(`:${other.port}`);
});

it('startDemoEnvironment lists the databases of the seed in its order', async () => {
  const { fleet, ids } = await open({ port: 0, databases: 6 });
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
