import { dehydrate } from '../../src/index.js';
import { describe, expect, test } from 'vitest';
import { isLoaded, whenLoaded } from '../../src/bindings/when-loaded.js';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { createFleetUnderTest, holdRequests } from '../core/fleet/fleet-under-test.js';
import { usualAnswer, type Script } from '../core/fleet/scripted-service.js';

const wrong: Script = () => ({ json: { state: 'active' } });

describe('waiting for a database', () => {
  test.each<[string, Script]>([
    ['a record', usualAnswer],
    ['the reason why there is none', wrong],
    ['that there is none', () => ({ status: 404 })],
  ])('ends with %s', async (_, script) => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(script);
    const entry = fleet.databases.entry('a');
    await whenLoaded(fleet, 'a');
    expect(isLoaded(entry.value)).toBe(true);
  });

  test('is one request and one promise for all waiting callers, and a new one the next time', async () => {
    const { fleet, service } = createFleetUnderTest();
    const first = whenLoaded(fleet, 'a');
    expect(whenLoaded(fleet, 'a')).toBe(first);
    await first;
    expect(service.requests).toHaveLength(1);
    const second = whenLoaded(fleet, 'a');
    expect(second).not.toBe(first);
    await second;
    expect(service.requests).toHaveLength(2);
  });

  test('notifies no listener before the caller has finished', async () => {
    const { fleet } = createFleetUnderTest();
    const emitted: unknown[] = [];
    fleet.databases.entry('a').subscribe(({ fetching }) => emitted.push(fetching));
    fleet.polling.pause();
    emitted.length = 0;
    const loaded = whenLoaded(fleet, 'a');
    expect(emitted).toEqual([]);
    await loaded;
    expect(emitted).toContain(true);
  });

  test('does not subscribe: no request follows the answer, and no timer is left', async () => {
    const { fleet, service, clock, advance } = createFleetUnderTest({ retainMs: Infinity });
    const loaded = whenLoaded(fleet, 'a');
    await advance(0);
    await loaded;
    expect(fleet.databases.known.value).toEqual([]);
    await advance(600_000);
    expect(service.requests).toHaveLength(1);
    expect(clock.armed).toBe(0);
  });

  test('sends a request for an id that is missing in a snapshot without an error', async () => {
    const { fleet: server, service } = createFleetUnderTest();
    service.respond(() => ({ status: 404 }));
    await expect(server.databases.refresh('a')).rejects.toMatchObject({ code: 'not-found' });
    const { fleet, service: again } = createFleetUnderTest({ snapshot: dehydrate(server) });
    const entry = fleet.databases.entry('a');
    expect([entry.value.status, isLoaded(entry.value)]).toEqual(['missing', false]);
    again.respond(() => ({ status: 404 }));
    await whenLoaded(fleet, 'a');
    expect(entry.value.error?.code).toBe('not-found');
  });

  test('tells once why a request is not sent, and asks again the next time', async () => {
    const underTest = createFleetUnderTest();
    await holdRequests(underTest);
    const { fleet, service, advance } = underTest;
    await whenLoaded(fleet, 'a');
    const again = (): unknown => whenLoaded(fleet, 'a');
    expect(again).toThrow(expect.objectContaining({ code: 'rate-limited' }));
    expect(again).toThrow(expect.objectContaining({ code: 'rate-limited' }));
    service.respond(usualAnswer);
    await advance(3_600_000);
    await whenLoaded(fleet, 'a');
    expect(isLoaded(fleet.databases.entry('a').value)).toBe(true);
  });

  test.each(['before', 'meanwhile'])('rejects with `disposed` if the fleet is disposed of %s', async (when) => {
    const { fleet, service } = createFleetUnderTest();
    service.respond(() => undefined);
    if (when === 'before') fleet.dispose();
    const loaded = whenLoaded(fleet, 'a');
    await Promise.resolve();
    fleet.dispose();
    await loaded;
    const again = (): unknown => whenLoaded(fleet, 'a');
    expect(again).toThrow(expect.objectContaining({ code: 'disposed' }));
    expect(again).toThrow(FleetError);
  });
});
