import { reportUsage } from '../../../src/index.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { historyOf } from '../../../src/notebook/history/history-of.js';
import type { History } from '../../../src/notebook/history/history.js';
import { openDirectory } from '../../../src/persistence/directory/index.js';
import { createWorld, type World } from '../../monitor/monitored-world.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { issuePaths } from '../../support/failure-of.js';

const START = Date.UTC(2026, 0, 1);
const FIELDS = ['state', 'db_max_clients', 'db_max_clients_used'];

/** A fleet that saw use every minute, and a suspension. */
async function live(world: World, fleet: Fleet): Promise<void> {
  onTestFinished(() => fleet.dispose());
  fleet.databases.add(['a', 'b']);
  await world.clock.advance(1000);
  for (let minute = 1; minute <= 60; minute++) {
    reportUsage(fleet, 'database', 'a', { db_max_clients: minute });
    if (minute === 30) for (const id of ['a', 'b']) world.set(id, { state: 'suspended' });
    await world.clock.advance(60_000);
  }
}

function rowsOf(history: History, id: string): unknown[][] {
  return [...history.rows()]
    .filter((row) => row.id === id)
    .map(({ at, status, values }) => [Math.floor((at - START) / 60_000), status, ...Object.values(values)]);
}

function expectRemembered(history: History): void {
  const used = rowsOf(history, 'a').map((row) => row[4]);
  expect(rowsOf(history, 'a')[0]).toEqual([0, 'fresh', 'active', 10000, 1]);
  expect(used.filter((amount, place) => amount !== used[place - 1])).toEqual(
    Array.from({ length: 60 }, (_, at) => at + 1),
  );
  for (const id of ['a', 'b']) {
    const states = rowsOf(history, id).map((row) => row[2]);
    expect(states.filter((state, place) => state !== states[place - 1])).toEqual(['active', 'suspended']);
  }
}

describe('historyOf', () => {
  it('returns the use, the transitions and the records that a fleet remembers', async () => {
    const world = createWorld(['a', 'b']);
    const fleet = world.openFleet();
    await live(world, fleet);
    const history = historyOf(fleet, { fields: FIELDS });
    expectRemembered(history);
    expect(history.at).toEqual(history.at.toSorted());
    expect(history.to).toBeGreaterThan(START + 58 * 60_000);
  });

  it('returns the same from a store, without a request', async () => {
    const directory = await temporaryFolder();
    const world = createWorld(['a', 'b']);
    const store = await openDirectory(directory);
    const fleet = world.openFleet({ persistence: store });
    await fleet.ready;
    await live(world, fleet);
    fleet.dispose();
    await store.close();

    const nextStore = await openDirectory(directory);
    onTestFinished(() => nextStore.close());
    const restored = createFleet({
      baseUrl: 'http://localhost',
      persistence: nextStore,
      clock: world.clock,
      fetch: () => Promise.reject(new Error('a request')),
    });
    restored.polling.pause();
    await restored.ready;
    onTestFinished(() => restored.dispose());
    const history = historyOf(restored, { fields: FIELDS });
    expectRemembered(history);
    expect(rowsOf(history, 'a').at(-1)?.[1]).toBe('stale');
  });

  it('refuses credentials and other wrong options', () => {
    const fleet = createWorld().openFleet();
    onTestFinished(() => fleet.dispose());
    expect(issuePaths(() => historyOf(fleet, { fields: ['token'], maxBytes: 1 }))).toEqual(['fields[0]', 'maxBytes']);
    expect(issuePaths(() => historyOf({} as Fleet))).toEqual(['fleet']);
  });
});
