import { expect, onTestFinished, vi } from 'vitest';
import { kernelOf } from '../../../src/core/fleet/kernel.js';
import { dehydrate, reportUsage, type Database, type FleetSnapshot } from '../../../src/index.js';
import { createFleetUnderTest } from '../../core/fleet/fleet-under-test.js';
import { databaseOf } from '../../core/fleet/scripted-service.js';
import type { Part } from './binding-under-test.js';
import type { Stage, StageTest } from './stage.js';

/** The snapshot of a server, which knows the database `a` by this name. */
async function snapshotOf(name: string, laterMs = 0): Promise<FleetSnapshot> {
  const { fleet, answerWith, advance } = createFleetUnderTest();
  await advance(laterMs);
  await answerWith('a', { database_name: name });
  reportUsage(fleet, 'database', 'a', { db_max_clients: 900 });
  return dehydrate(fleet);
}

const hydrated = (snapshot: FleetSnapshot | undefined): Part => ({ ask: 'hydrated', id: 'a', snapshot });

export function testHydration(test: StageTest): void {
  function setUp(stage: Stage) {
    const complaint = vi.spyOn(console, 'error');
    onTestFinished(() => complaint.mockRestore());
    stage.service.respond(() => undefined);
    return { complaint, names: () => stage.rendered(0).map((value) => (value as Database | undefined)?.database_name) };
  }

  test('is in the first render, and sends no request for a fresh record', async ({ stage }) => {
    const { names, complaint } = setUp(stage);
    await stage.load(hydrated(await snapshotOf('of the server')));
    expect(new Set(names())).toEqual(new Set(['of the server']));
    expect(stage.service.requests).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
  });

  test('that arrives later is shown by its component, and by the components that are mounted already', async ({
    stage,
  }) => {
    const { complaint } = setUp(stage);
    const parts: readonly Part[] = [{ ask: 'entry', id: 'a' }, { ask: 'databases' }, { ask: 'known' }];
    await stage.load(...parts, hydrated(undefined));
    expect(stage.on(3)).toBeUndefined();
    const snapshot = await snapshotOf('of the server');
    // The first function of limits restores the usage of the snapshot, before the mounted components render.
    const limits: Part = { ask: 'limits', resource: 'database', id: 'a' };
    await stage.load(...parts, hydrated(snapshot), hydrated(snapshot), limits);
    const record = stage.on(3);
    expect(record).toMatchObject({ database_name: 'of the server' });
    expect([stage.on(0), stage.on(1), stage.on(4)]).toMatchObject([{ record }, [record], record]);
    expect(stage.on(5)).toContainEqual(expect.objectContaining({ field: 'db_max_clients', used: 900 }));
    expect([stage.errors, complaint.mock.calls]).toEqual([[], []]);
  });

  test('does not replace a newer record, and is restored once for any number of renders', async ({ stage }) => {
    const { names } = setUp(stage);
    const restore = vi.spyOn(kernelOf(stage.fleet, 'test').commits, 'commitInRender');
    const [early, late] = [await snapshotOf('early'), await snapshotOf('late', 1_000)];
    for (const snapshot of [late, late, early, early]) await stage.load(hydrated(snapshot));
    expect(new Set(names())).toEqual(new Set(['late']));
    expect(restore).toHaveBeenCalledTimes(2);
  });

  test('of another version goes to `onError` once, and the fleet requests what the component shows', async ({
    stage,
  }) => {
    const { names } = setUp(stage);
    stage.service.respond(({ id }) => ({ json: databaseOf(id, { database_name: 'of the service' }) }));
    const part = hydrated({ ...(await snapshotOf('of the server')), format: 2 as 1 });
    await stage.show(part);
    await stage.load(part);
    expect(stage.errors).toMatchObject([{ code: 'invalid-request', issues: [{ path: 'snapshot.format' }] }]);
    expect(names().at(-1)).toBe('of the service');
    for (const text of ['{}', '{}']) await stage.show(hydrated(text as never));
    expect(stage.errors).toMatchObject([{}, { code: 'invalid-request' }]);
  });

  test('for a fleet that is disposed of goes to `onError`, and the page stays', async ({ stage }) => {
    setUp(stage);
    await stage.show(hydrated(undefined));
    stage.fleet.dispose();
    await stage.load(hydrated(await snapshotOf('of the server')));
    expect(stage.errors).toMatchObject([{ code: 'disposed' }]);
    expect(stage.on(0)).toBeUndefined();
  });
}
