import { describe, expect, test } from 'vitest';
import { database, databases, vectorIndex, vectorIndices } from '../../src/bindings/waits.js';
import { dehydrate, type Fleet } from '../../src/index.js';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { createFleetUnderTest, holdRequests } from '../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../core/fleet/scripted-service.js';
import { createKeptFleet } from '../persistence/kept-fleet.js';
import { createMemoryEngine } from '../persistence/memory-engine.js';

const waitOf = (fleet: Fleet) => database.waits(fleet, {})('a').value;

/** The function that requests the database for a component that waits for it. */
function loadOf(fleet: Fleet): () => Promise<unknown> {
  const wait = waitOf(fleet);
  if (typeof wait !== 'function') throw new Error('There is nothing to wait for.');
  return wait;
}

describe('waiting for a database', () => {
  test('is one request and one promise for all waiting callers, and a new one the next time', async () => {
    const { fleet, service } = createFleetUnderTest();
    const load = loadOf(fleet);
    const first = load();
    expect(loadOf(fleet)()).toBe(first);
    await first;
    expect(service.requests).toHaveLength(1);
    const second = load();
    expect(second).not.toBe(first);
    await second;
    expect(service.requests).toHaveLength(2);
  });

  test('in a list ends with the requests of that list', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond((request) => (request.id === 'b' ? undefined : usualAnswer(request)));
    const load = (...ids: string[]) => (databases.waits(fleet, {})(ids).value as () => Promise<unknown>)();
    void load('a', 'b');
    const loaded = load('a', 'c');
    expect(load('a', 'c')).toBe(loaded);
    await loaded;
  });

  test('sends a request for an id that is missing in a snapshot without an error', async () => {
    const { fleet: server, service } = createFleetUnderTest();
    service.respond(() => ({ status: 404 }));
    await expect(server.databases.refresh('a')).rejects.toMatchObject({ code: 'not-found' });
    const { fleet, service: again } = createFleetUnderTest({ snapshot: dehydrate(server) });
    const entry = fleet.databases.entry('a');
    expect(entry.value.status).toBe('missing');
    again.respond(() => ({ status: 404 }));
    await loadOf(fleet)();
    expect(entry.value.error?.code).toBe('not-found');
  });

  test('tells once why a request is not sent, and asks again the next time', async () => {
    const underTest = createFleetUnderTest();
    await holdRequests(underTest);
    const { fleet, service, advance } = underTest;
    await loadOf(fleet)();
    const again = (): unknown => loadOf(fleet)();
    expect(again).toThrow(expect.objectContaining({ code: 'rate-limited' }));
    expect(again).toThrow(expect.objectContaining({ code: 'rate-limited' }));
    service.respond(usualAnswer);
    await advance(3_600_000);
    await loadOf(fleet)();
    expect(waitOf(fleet)).toBeUndefined();
  });

  test.each(['before', 'meanwhile'])('rejects with `disposed` if the fleet is disposed of %s', async (when) => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => undefined);
    if (when === 'before') fleet.dispose();
    const loaded = loadOf(fleet)();
    await Promise.resolve();
    fleet.dispose();
    await loaded;
    const again = (): unknown => loadOf(fleet)();
    expect(again).toThrow(expect.objectContaining({ code: 'disposed' }));
    expect(again).toThrow(FleetError);
  });

  test('requests an index that only a restored list lacks', async () => {
    const kept = createKeptFleet(createMemoryEngine(), () => ({ json: [] }));
    await kept.fleet.indices.refresh();
    kept.fleet.dispose();
    await kept.store.close();
    const { fleet, service } = createKeptFleet(createMemoryEngine(kept.engine.values));
    await fleet.ready;
    expect(fleet.indices.status.value).toMatchObject({ status: 'stale', confirmedAt: expect.any(Number) as number });
    service.respond(() => ({ json: [{ id: 'i', name: 'one' }] }));
    const wait = vectorIndex.waits(fleet, {})('i');
    expect(wait.value).toBeTypeOf('function');
    await (wait.value as () => Promise<unknown>)();
    expect(wait.value).toBeUndefined();
  });

  test('requests a list of indices that failed earlier', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => ({ status: 404 }));
    const load = (): Promise<unknown> => (vectorIndices.waits(fleet, {})().value as () => Promise<unknown>)();
    await load();
    expect(load).toThrow(expect.objectContaining({ code: 'not-found' }));
    await Promise.resolve();
    await load();
    expect(service.requests).toHaveLength(2);
  });
});
