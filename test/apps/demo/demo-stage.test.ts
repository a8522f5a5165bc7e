import { expect, it, onTestFinished } from 'vitest';
import { openDemoStage, type DemoStage, type DemoStageOptions } from '../../../src/apps/demo/demo-stage.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { startWireServer } from '../../support/wire-server.js';

const open = async (options: Partial<DemoStageOptions>): Promise<DemoStage> => {
  const stage = await openDemoStage({
    redis: 'off',
    databases: 4,
    polling: {},
    clock: systemClock,
    onNotice: () => {},
    ...options,
  });
  onTestFinished(() => stage.close());
  return stage;
};

it('moves on from the usual port where someone has it, and says so', async () => {
  await using someone = await startWireServer(() => {});
  const { baseUrl, movedFrom } = await open({ usualPort: someone.port });
  expect(movedFrom).toBe(someone.port);
  expect(baseUrl).not.toContain(`:${someone.port}`);
});

it('stays off a port that it was told to take and that someone has', async () => {
  await using someone = await startWireServer(() => {});
  await expect(open({ port: someone.port })).rejects.toThrow('in use');
});

it('tracks what the service began with, in the order of the seed', async () => {
  const { fleet } = await open({ port: 0, databases: 6 });
  const databases = await fleet.databases.refreshAll();
  expect(databases.map(({ database_name: name }) => name)).toEqual([
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

it('begins with nothing where it is told to', async () => {
  const { fleet } = await open({ port: 0, databases: 0 });
  expect(await fleet.databases.refreshAll()).toEqual([]);
});
