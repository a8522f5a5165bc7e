import {
  dehydrate,
  hydrate,
  refreshAll,
  reportUsage,
  resolveUnconfirmedCreate,
  transitionsOf,
  unconfirmedCreatesOf,
  upsertDatabase,
  usageHistoryOf,
} from '../../src/index.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StorageRole } from '../../src/core/fleet/storage.js';
import { databaseOf } from '../core/fleet/scripted-service.js';
import { createKeptFleet, end, keysOf, type KeptFleet } from './kept-fleet.js';
import { createMemoryEngine } from './memory-engine.js';
import { eventually } from '../support/eventually.js';
import { sampleDatabase } from '../support/sample-database.js';

// The tests of IndexedDB show what two tabs save, and how one of them takes over.

/** Opens a store in a tab. Tabs with the same values share the place. */
async function openTab(role: StorageRole, values?: Map<string, string>): Promise<KeptFleet> {
  const tab = createKeptFleet(createMemoryEngine(values, role));
  onTestFinished(() => tab.store.close());
  // Tests ask for each answer.
  tab.fleet.polling.pause();
  await tab.fleet.ready;
  return tab;
}

describe('a follower', () => {
  test('deletes the record and the usage of an id that it removes', async () => {
    const leader = await openTab('leader');
    leader.fleet.databases.add('a');
    await leader.fleet.databases.refresh('a');
    reportUsage(leader.fleet, 'database', 'a', { db_max_clients: 10 });
    await leader.fleet.flush();
    expect(keysOf(leader)).toEqual(['id/a', 'record/a', 'usage-history/database/a', 'usage/database/a']);
    const follower = await openTab('follower', leader.engine.values);
    follower.fleet.databases.remove('a');
    await follower.fleet.flush();
    expect(keysOf(leader)).toEqual([]);
  });

  test('that is never the leader saves nothing else when it ends', async () => {
    const tab = await openTab('follower');
    tab.fleet.databases.add('a');
    await tab.fleet.databases.refresh('a');
    tab.fleet.dispose();
    await eventually(() => expect(keysOf(tab)).toEqual(['id/a']));
    tab.engine.become('leader');
    await tab.advance(120_000);
    expect(keysOf(tab)).toEqual(['id/a']);
  });
});

test('a new tab lists a create of another tab only if no answer has come', async () => {
  const create = JSON.stringify({ request: { database_name: 'a' }, startedAt: Date.UTC(2026, 0, 1) - 10_000 });
  const values = new Map(['answered', 'lost'].map((key) => [`create/${key}`, create]));
  const { fleet, advance } = await openTab('follower', values);
  const listed = (): string[] => unconfirmedCreatesOf(fleet).value.map(({ key }) => key);
  expect(listed()).toEqual([]);
  values.delete('create/answered');
  await advance(11_000);
  expect(listed()).toEqual(['lost']);
});

test('a leader does not bring back an id that a follower has removed', async () => {
  const leader = await openTab('leader');
  leader.fleet.databases.add(['a', 'b']);
  await refreshAll(leader.fleet);
  await leader.fleet.flush();
  const follower = await openTab('follower', leader.engine.values);
  follower.fleet.databases.remove('a');
  await follower.fleet.flush();
  leader.service.respond(({ id }) => ({ json: databaseOf(id, { state: 'suspended' }) }));
  await refreshAll(leader.fleet);
  reportUsage(leader.fleet, 'database', 'a', { db_max_clients: 10 });
  hydrate(leader.fleet, dehydrate(leader.fleet));
  await leader.fleet.flush();
  expect(keysOf(leader).filter((key) => key.endsWith('/a'))).toEqual([]);
  const next = await openTab('follower', leader.engine.values);
  expect(next.fleet.databases.tracked.value).toEqual(['b']);
});

describe('a tab that becomes the leader', () => {
  /** The stored transitions, newest first. */
  async function storedTransitions({ engine }: KeptFleet): Promise<string[]> {
    const { fleet } = await openTab('follower', engine.values);
    const transitions = transitionsOf(fleet).recent().value;
    return transitions.map(({ sequence, to }) => `${sequence} ${to}`);
  }

  async function leaderAndFollower(...states: string[]): Promise<readonly [KeptFleet, KeptFleet]> {
    const leader = await openTab('leader');
    leader.fleet.databases.add('a');
    for (const state of ['active', ...states]) await leader.answerWith('a', { state });
    await leader.fleet.flush();
    return [leader, await openTab('follower', leader.engine.values)];
  }

  test('saves its transitions after those of the earlier leader, and none that both have seen', async () => {
    const [leader, next] = await leaderAndFollower();
    // More transitions than a fleet retains.
    for (let change = 0; change < 1002; change++)
      upsertDatabase(next.fleet, { ...sampleDatabase, database_id: 'a', state: change % 2 ? 'active' : 'suspended' });
    await leader.advance(1000);
    for (const state of ['suspended', 'active']) await leader.answerWith('a', { state });
    await leader.fleet.flush();
    next.engine.become('leader');
    await next.fleet.flush();
    await next.answerWith('a', { state: 'passive' });
    await next.fleet.flush();
    expect(await storedTransitions(next)).toEqual(['3 passive', '2 active', '1 suspended']);
  });

  test.each(['saves', 'ends'])('and %s at once keeps a record that the earlier leader saved later', async (then) => {
    const [leader, next] = await leaderAndFollower();
    await next.answerWith('a', { state: 'suspended' });
    await leader.advance(60_000);
    await leader.answerWith('a', { state: 'passive' });
    await leader.fleet.flush();
    next.engine.become('leader');
    await (then === 'saves' ? next.fleet.flush() : end(next));
    expect(next.engine.values.get('record/a')).toContain('passive');
    if (then === 'saves') expect(next.fleet.storage.value.state).toBe('ready');
  });

  test('keeps the usage that the earlier leader has saved', async () => {
    const [leader, next] = await leaderAndFollower();
    reportUsage(next.fleet, 'database', 'a', { db_max_clients: 1 });
    for (const used of [2, 3]) {
      await leader.advance(60_000);
      reportUsage(leader.fleet, 'database', 'a', { db_max_clients: used });
    }
    await leader.fleet.flush();
    next.engine.become('leader');
    await next.fleet.flush();
    const { fleet } = await openTab('follower', next.engine.values);
    const points = usageHistoryOf(fleet, 'database', 'a').value.db_max_clients;
    expect(points?.map(({ used }) => used)).toEqual([1, 2, 3]);
  });

  test('lists a create of a tab that has closed, when its answer can no longer come', async () => {
    const [, { fleet, engine, advance }] = await leaderAndFollower();
    const startedAt = Date.UTC(2026, 0, 1);
    engine.values.set('create/interrupted', JSON.stringify({ request: { database_name: 'b' }, startedAt }));
    engine.become('leader');
    await fleet.flush();
    expect(unconfirmedCreatesOf(fleet).value).toEqual([]);
    await advance(30_000);
    expect(unconfirmedCreatesOf(fleet).value).toMatchObject([{ key: 'interrupted', startedAt }]);
  });

  test('does not list a create again that it has just resolved', async () => {
    const create = JSON.stringify({ request: { database_name: 'b' }, startedAt: 0 });
    const { fleet, engine } = await openTab('follower', new Map([['create/old', create]]));
    resolveUnconfirmedCreate(fleet, 'old');
    engine.become('leader');
    await fleet.flush();
    expect(unconfirmedCreatesOf(fleet).value).toEqual([]);
  });

  test('saves the transitions that it alone has seen', async () => {
    // The clock of the second tab stays at the time of the transition that the tab has read.
    const [, next] = await leaderAndFollower('suspended');
    await next.answerWith('a', { state: 'active' });
    await next.fleet.flush();
    expect(await storedTransitions(next)).toEqual(['1 suspended']);
    next.engine.become('leader');
    await next.fleet.flush();
    expect(await storedTransitions(next)).toEqual(['2 active', '1 suspended']);
  });

  test.each([
    ['later', 0, 1000],
    ['earlier', 1000, 0],
  ])('saves what came after the last change of the earlier leader, seen %s here', async (_, leaderMs, ownMs) => {
    const [leader, next] = await leaderAndFollower();
    await leader.advance(leaderMs);
    await leader.answerWith('a', { state: 'suspended' });
    await leader.fleet.flush();
    await next.advance(ownMs);
    await next.answerWith('a', { state: 'suspended' });
    await next.advance(10);
    await next.answerWith('a', { state: 'active' });
    next.engine.become('leader');
    await next.fleet.flush();
    expect(await storedTransitions(next)).toEqual(['2 active', '1 suspended']);
  });
});
