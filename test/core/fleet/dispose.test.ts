import {
  transitionsOf,
  activityOf,
  reportUsage,
  refreshAll,
  waitFor,
  createDatabase,
  limitSummaryOf,
  usageOf,
} from '../../../src/index.js';
import { describe, expect, test, vi } from 'vitest';
import type { Fleet } from '../../../src/core/fleet/fleet.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { failureOf } from '../../support/failure-of.js';
import { createRequest } from '../../support/requests.js';
import { createFleetUnderTest, type FleetUnderTest } from './fleet-under-test.js';
import { streamsOf, viewsOf } from './watch-sinks.js';

/** Notes the completion of every view and stream. */
function watchAll(fleet: Fleet): { readonly completed: string[]; readonly all: readonly string[] } {
  const outputs = { ...viewsOf(fleet), ...streamsOf(fleet) };
  const completed: string[] = [];
  for (const [name, output] of Object.entries(outputs)) output.subscribe({ complete: () => completed.push(name) });
  return { completed, all: Object.keys(outputs) };
}

async function expectNothingLeft({ clock, service, advance }: FleetUnderTest): Promise<void> {
  expect(clock.armed).toBe(0);
  await advance(0);
  expect(service.inFlight).toBe(0);
  expect(clock.armed).toBe(0);
  service.clear();
  await advance(24 * 3_600_000);
  expect(service.requests).toEqual([]);
  expect(clock.armed).toBe(0);
}

/** A fleet with every kind of pending operation. */
async function busyFleet() {
  const under = createFleetUnderTest({ polling: { concurrency: 4 } });
  const { fleet, service, advance } = under;
  await fleet.databases.refresh('a');
  fleet.databases.track(['a', 'b', 'c', 'd', 'e', 'f']);
  reportUsage(fleet, 'database', 'a', { db_max_clients: 5 });
  service.respond(() => undefined);
  const { signal } = new AbortController();
  const calls: Promise<unknown>[] = [
    fleet.databases.refresh('unknown', { signal }),
    fleet.databases.refresh('a', { signal }),
    refreshAll(fleet, { signal }),
    waitFor(fleet, 'w', () => false, { signal }),
    createDatabase(fleet, createRequest, { signal }),
    fleet.indices.refresh({ signal }),
    ...Array.from({ length: 10 }, (_, at) => fleet.databases.refresh(`waits-${at}`, { signal })),
  ];
  const codes = calls.map(async (call) => (await failureOf(call)).code);
  await advance(10);
  expect(service.inFlight).toBe(4);
  return { ...under, signal, codes };
}

describe('dispose', () => {
  test('ends all work, rejects waiting calls, and completes every view once, with its last value for later subscribers', async () => {
    const busy = await busyFleet();
    const { fleet } = busy;
    const { completed, all } = watchAll(fleet);
    const record = fleet.databases.record('a').value;
    const known = fleet.databases.known.value;
    fleet[Symbol.dispose]();
    fleet.dispose();
    const status = fleet.polling.status.value;
    expect(status.state).toBe('running');
    expect(status.known).toBeGreaterThanOrEqual(6);
    fleet.polling.pause('too late');
    expect(completed.toSorted()).toEqual([...all].sort());
    expect(fleet.databases.record('a').value).toBe(record);
    expect(fleet.databases.known.value).toEqual(known);
    expect(limitSummaryOf(fleet).value).toMatchObject({ databases: 1 });
    expect(usageOf(fleet, 'database', 'a').value).toMatchObject({ db_max_clients: { used: 5 } });
    const codes = new Set(await Promise.all(busy.codes));
    codes.delete('outcome-unknown');
    expect([...codes]).toEqual(['disposed']);
    expect(abortListeners(busy.signal)).toBe(0);
    const later = watchAll(fleet);
    expect(later.completed).toEqual(later.all);
    const seen: unknown[] = [];
    // This view is made after the end of the fleet.
    fleet.databases.field('a', 'database_id').subscribe((id) => seen.push(id));
    for await (const id of fleet.databases.field('a', 'database_id')) seen.push(id);
    expect(seen).toEqual(['a', 'a']);
    await expectNothingLeft(busy);
    expect(fleet.polling.status.value).toBe(status);
  });

  test('makes later calls reject with `disposed`, without a request or a timer, also while a view completes', async () => {
    const under = createFleetUnderTest();
    const { fleet, service } = under;
    const change = (): void => {
      fleet.databases.add('d');
      fleet.databases.remove('a');
      fleet.databases.track(['a', 'b'])();
    };
    const codes: Promise<string>[] = [];
    const refresh = (): void => void codes.push(failureOf(fleet.databases.refresh('a')).then(({ code }) => code));
    fleet.databases.tracked.subscribe({ complete: change });
    fleet.databases.all.subscribe({ complete: refresh });
    fleet.polling.status.subscribe({ complete: refresh });
    fleet.dispose();
    change();
    fleet.indices.track()();
    const { signal } = new AbortController();
    for (const call of [fleet.databases.refresh('a', { signal }), fleet.indices.refresh({ signal })])
      expect((await failureOf(call)).code).toBe('disposed');
    fleet.polling.pause();
    fleet.polling.resume();
    fleet.setCredentials({ username: 'x', password: 'y' });
    expect(await Promise.all(codes)).toEqual(['disposed', 'disposed']);
    expect(service.requests).toEqual([]);
    expect(abortListeners(signal)).toBe(0);
    expect([fleet.databases.known.value, fleet.databases.tracked.value]).toEqual([[], []]);
    expect(fleet.databases.entry('a').value.status).toBe('unknown');
    await expectNothingLeft(under);
  });

  test.each(['activity', 'transitions', 'complete', 'selector'] as const)('in %s', async (place) => {
    const under = createFleetUnderTest();
    const { fleet, service, errors, advance } = under;
    const dispose = (): void => fleet.dispose();
    if (place === 'activity') activityOf(fleet).subscribe(dispose);
    if (place === 'transitions') transitionsOf(fleet).subscribe(dispose);
    if (place === 'complete') fleet.databases.all.subscribe({ complete: dispose });
    if (place === 'selector') fleet.databases.select('a', (record) => record && dispose()).subscribe();
    fleet.databases.track('a');
    await advance(0);
    service.respond(({ id }) => ({ json: { database_id: id, state: 'suspended' } }));
    await advance(120_000);
    dispose();
    expect(errors).toEqual([]);
    await expectNothingLeft(under);
  });

  test('in a subscriber leaves no listener on the signal of the refresh that notified it', async () => {
    const { fleet } = createFleetUnderTest();
    const { signal } = new AbortController();
    fleet.databases.entry('a').subscribe(({ fetching }) => fetching && fleet.dispose());
    fleet.polling.pause();
    expect((await failureOf(fleet.databases.refresh('a', { signal }))).code).toBe('disposed');
    expect(abortListeners(signal)).toBe(0);
  });

  test('removes its listeners from the page', () => {
    const listeners = new Set<string>();
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('addEventListener', (type: string) => listeners.add(type));
    vi.stubGlobal('removeEventListener', (type: string) => listeners.delete(type));
    const { fleet } = createFleetUnderTest();
    expect(listeners.size).toBeGreaterThan(0);
    fleet.dispose();
    expect([...listeners]).toEqual([]);
    vi.unstubAllGlobals();
  });

  test('is not needed for a fleet that only renders on a server whose global scope has events, as that of Deno', () => {
    const listen = vi.fn<() => void>();
    vi.stubGlobal('navigator', { userAgent: 'Deno/2' });
    vi.stubGlobal('addEventListener', listen);
    const { fleet } = createFleetUnderTest();
    expect(fleet.databases.all.value).toEqual([]);
    expect(listen).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });
});
