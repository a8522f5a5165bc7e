import { reportUsage } from '../../../src/index.js';
import { expect } from 'vitest';
import type { LimitUsage, Transition } from '../../../src/index.js';
import type { StageTest } from './stage.js';

export function testFleetViews(test: StageTest): void {
  test('all databases and their ids are shown', async ({ stage }) => {
    await stage.show({ ask: 'databases' }, { ask: 'known' });
    expect([stage.on(0), stage.on(1)]).toEqual([[], []]);
    stage.fleet.databases.track(['b', 'a']);
    await stage.pass();
    await expect.poll(() => stage.on(0)).toMatchObject([{ database_id: 'b' }, { database_id: 'a' }]);
    expect(stage.on(0)).toBe(stage.fleet.databases.all.value);
    expect(stage.on(1)).toEqual(['b', 'a']);
  });

  test('all vector indices, and one of them, are shown after one request', async ({ stage }) => {
    stage.service.respond(() => ({ json: [{ id: 'i', name: 'articles' }] }));
    await stage.load({ ask: 'indices' }, { ask: 'index', id: 'i' }, { ask: 'index', id: undefined });
    await expect.poll(() => stage.on(0)).toMatchObject([{ id: 'i', name: 'articles' }]);
    expect(stage.on(1)).toMatchObject({ id: 'i', name: 'articles' });
    expect(stage.on(2)).toBeUndefined();
    expect(stage.service.requests.map(({ operation }) => operation)).toEqual(['list']);
  });

  test('limits show the reported use, and are empty without an id', async ({ stage }) => {
    await stage.answerWith('a', { db_max_clients: 1_000 });
    const firstField = (at: number): unknown => (stage.on(at) as readonly LimitUsage[])[0];
    await stage.show({ ask: 'limits', resource: 'database', id: 'a' }, { ask: 'summary' });
    expect(firstField(0)).toMatchObject({ field: 'db_max_clients', limit: 1_000, status: 'unknown' });

    reportUsage(stage.fleet, 'database', 'a', { db_max_clients: 900 });
    await stage.pass();
    expect(firstField(0)).toMatchObject({ used: 900, ratio: 0.9, status: 'warning' });
    expect(stage.on(1)).toMatchObject({ databases: 1, worst: [{ id: 'a', ratio: 0.9 }] });

    await stage.show({ ask: 'limits', resource: 'database', id: undefined }, { ask: 'summary' });
    expect(stage.on(0)).toEqual([]);
    await stage.show({ ask: 'limits', resource: 'index', id: 'a' }, { ask: 'summary' });
    expect(firstField(0)).not.toMatchObject({ field: 'db_max_clients' });
  });

  test('the status of the polling follows pause and resume', async ({ stage }) => {
    await stage.show({ ask: 'polling' });
    expect(stage.on(0)).toMatchObject({ state: 'running' });
    stage.fleet.polling.pause('for the night');
    await stage.pass();
    expect(stage.on(0)).toMatchObject({
      state: 'paused',
      reason: { message: expect.stringContaining('for the night') },
    });
    stage.fleet.polling.resume();
    await stage.pass();
    expect(stage.on(0)).toMatchObject({ state: 'running' });
  });

  test('the last transitions are shown newest first, including transitions before the first render', async ({
    stage,
  }) => {
    const on = (at: number): unknown => (stage.on(at) as readonly Transition[]).map(({ id, to }) => `${id} ${to}`);
    await stage.change('a', { state: 'active' });
    await stage.change('b', { state: 'active' });
    await stage.change('a', { state: 'suspended' });

    await stage.show({ ask: 'transitions' }, { ask: 'transitions', id: 'b' }, { ask: 'transitions', limit: 2 });
    expect([on(0), on(1), on(2)]).toEqual([['a suspended'], [], ['a suspended']]);
    stage.newRenders();
    await stage.change('a', { state: 'active' });
    expect([on(0), on(1)]).toEqual([['a active', 'a suspended'], []]);
    expect(stage.newRenders()).toBe(2);
    await stage.change('b', { state: 'deleted' });
    expect([on(0), on(1)]).toEqual([['b deleted', 'a active', 'a suspended'], ['b deleted']]);
    expect(on(2)).toEqual(['b deleted', 'a active']);

    await stage.show(
      { ask: 'transitions', id: 'a' },
      { ask: 'transitions', id: 'a', limit: 1 },
      { ask: 'transitions' },
    );
    expect([on(0), on(1)]).toEqual([['a active', 'a suspended'], ['a active']]);
    expect(on(2)).toEqual(['b deleted', 'a active', 'a suspended']);
  });
}
