import { describe, expect, test, vi } from 'vitest';
import { database, databases, vectorIndex, vectorIndices } from '../../src/bindings/waits.js';
import { dehydrate, hydrate, type Fleet } from '../../src/index.js';
import { systemClock } from '../../src/core/shared/clock.js';
import { createFleetUnderTest, holdRequests } from '../core/fleet/fleet-under-test.js';
import { usualAnswer } from '../core/fleet/scripted-service.js';
import { createKeptFleet } from '../persistence/kept-fleet.js';
import { createMemoryEngine } from '../persistence/memory-engine.js';

const waitOf = (fleet: Fleet) => database.waits(fleet, {})('a');

/** Sends the requests that a component waits for. */
function load({ value }: { readonly value: unknown }): Promise<unknown> {
  expect(value).toBeTypeOf('function');
  return (value as () => Promise<unknown>)();
}

describe('waiting for a database', () => {
  test('in a list ends with the requests of that list', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond((request) => (request.id === 'b' ? undefined : usualAnswer(request)));
    const loadAll = (...ids: string[]) => load(databases.waits(fleet, {})(ids));
    void loadAll('a', 'b');
    const loaded = loadAll('a', 'c');
    expect(loadAll('a', 'c')).toBe(loaded);
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
    await load(waitOf(fleet));
    expect(entry.value.error?.code).toBe('not-found');
  });

  test('sends no request if a snapshot brings the record before the request starts', async () => {
    const { fleet: server } = createFleetUnderTest();
    await server.databases.refresh('a');
    const { fleet, service } = createFleetUnderTest();
    const loaded = load(waitOf(fleet));
    hydrate(fleet, dehydrate(server));
    await loaded;
    expect([service.requests, waitOf(fleet).value]).toEqual([[], undefined]);
  });

  test('reports once why a request is not sent, and asks again the next time', async () => {
    const underTest = createFleetUnderTest();
    await holdRequests(underTest);
    const { fleet, service, advance } = underTest;
    await load(waitOf(fleet));
    for (const { value } of [waitOf(fleet), waitOf(fleet)]) expect(value).toMatchObject({ code: 'rate-limited' });
    service.respond(usualAnswer);
    await advance(3_600_000);
    await load(waitOf(fleet));
    expect(waitOf(fleet).value).toBeUndefined();
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
    await load(wait);
    expect(wait.value).toBeUndefined();
  });

  test('requests an index that a list of more than 30 s ago lacks, once', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => ({ json: [] }));
    await fleet.indices.refresh();
    const waitFor = (id: string) => vectorIndex.waits(fleet, {})(id);
    const earlier = waitFor('i');
    expect(earlier.value).toMatchObject({ code: 'not-found' });
    await advance(30_000);
    // Its component polls the list, and must not wait again at each poll.
    expect(earlier.value).toMatchObject({ code: 'not-found' });
    const [created, absent] = [waitFor('i'), waitFor('k')];
    expect(service.requests).toHaveLength(1);
    service.respond(() => ({ json: [{ id: 'i', name: 'one' }] }));
    await load(created);
    expect([created.value, absent.value]).toEqual([undefined, expect.objectContaining({ code: 'not-found' })]);
    expect(service.requests).toHaveLength(2);
  });

  test('requests an index that the list of a server lacks, whose clock is ahead', async () => {
    const { fleet: server, service: listed, advance } = createFleetUnderTest();
    await advance(60_000);
    listed.respond(() => ({ json: [] }));
    await server.indices.refresh();
    const { fleet, service } = createFleetUnderTest({ snapshot: dehydrate(server) });
    const wait = vectorIndex.waits(fleet, {})('i');
    service.respond(() => ({ json: [] }));
    await load(wait);
    expect(wait.value).toMatchObject({ code: 'not-found' });
  });

  test('ends with the error of a list that cannot be read', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => ({ json: [{ id: 'i', name: 'one' }, { name: 'without an id' }] }));
    const wait = vectorIndex.waits(fleet, {})('i');
    await load(wait);
    expect(wait.value).toMatchObject({ code: 'bad-response' });
    expect(service.requests).toHaveLength(1);
  });

  test('requests a list of indices that failed earlier, also if no component has shown the error', async () => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => ({ status: 404 }));
    const wait = () => vectorIndices.waits(fleet, {})();
    await load(wait());
    expect(wait().value).toMatchObject({ code: 'not-found' });
    await Promise.resolve();
    await load(wait());
    expect(service.requests).toHaveLength(2);
    using _later = vi.spyOn(systemClock, 'monotonic').mockReturnValue(performance.now() + 5_000);
    expect(wait().value).toBeTypeOf('function');
  });
});
