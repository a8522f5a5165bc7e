import { upsertDatabase } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import { createFleetUnderTest } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

const subscribe = (view: { subscribe(): { unsubscribe(): void } }): (() => void) => {
  const subscription = view.subscribe();
  return () => subscription.unsubscribe();
};

describe('`everyMs`:', () => {
  test('the shortest interval of the cadence, of all leases and of all subscribed views counts', async () => {
    const under = createFleetUnderTest();
    const { databases } = under.fleet;
    databases.track('a', { everyMs: 600_000 });
    await under.advance(60_000);
    expect(await under.requestsIn(600_000, 'a')).toBe(10);
    const endFast = databases.track('a', { everyMs: 2000 });
    const pace = { everyMs: 5000 };
    const view = databases.record('a', pace);
    const views = [view, view, databases.entry('a', pace), databases.field('a', 'state', pace)];
    const endViews = [...views.map((each) => subscribe(each)), databases.track('a', pace)];
    await under.advance(60_000);
    expect(await under.requestsIn(60_000, 'a')).toBe(30);
    endFast();
    await under.advance(60_000);
    expect(await under.requestsIn(60_000, 'a')).toBe(12);
    for (const end of endViews) {
      expect(await under.requestsIn(60_000, 'a')).toBe(12);
      end();
    }
    await under.advance(60_000);
    expect(await under.requestsIn(600_000, 'a')).toBe(10);
  });

  test('`everyMs` also applies to an id that the cadence never polls', async () => {
    const under = createFleetUnderTest({ polling: { cadence: () => Infinity } });
    under.fleet.databases.track('a', { everyMs: 10_000 });
    under.fleet.databases.track('b');
    await under.advance(20_000);
    expect(await under.requestsIn(600_000, 'a')).toBe(60);
    expect(under.service.timesOf('b')).toEqual([]);
  });

  test('a view with `everyMs` makes its id known again, and shows the same state as other views', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    const seen: unknown[] = [];
    const view = fleet.databases.field('a', 'state', { everyMs: 1000 });
    view.subscribe().unsubscribe();
    view.subscribe({
      next: (state) => seen.push([state, fleet.databases.field('a', 'state').value]),
      complete: () => seen.push('end'),
    });
    await advance(0);
    expect(fleet.databases.known.value).toEqual(['a']);
    expect(fleet.databases.tracked.value).toEqual([]);
    service.respond(({ id }) => ({ json: databaseOf(id, { state: 'suspended' }) }));
    await advance(1000);
    fleet.dispose();
    expect(seen).toEqual([[undefined, undefined], ['active', 'active'], ['suspended', 'suspended'], 'end']);
    expect(view.value).toBe('suspended');
  });
});

describe('a passive view', () => {
  test('shows what the fleet knows, without making its id known or polled', async () => {
    const { fleet, service, clock, advance } = createFleetUnderTest();
    const seen: unknown[] = [];
    fleet.databases.field('a', 'state', { passive: true }).subscribe((state) => seen.push(state));
    fleet.databases.record('a', { passive: true, everyMs: 1000 }).subscribe();
    await advance(600_000);
    expect([service.requests.length, clock.armed, fleet.databases.known.value]).toEqual([0, 0, []]);
    await fleet.databases.refresh('a');
    upsertDatabase(fleet, databaseOf('a', { state: 'suspended' }) as never);
    expect(seen).toEqual([undefined, 'active', 'suspended']);
    await advance(600_000);
    expect(seen).toEqual([undefined, 'active', 'suspended', undefined]);
    expect(service.requests).toHaveLength(1);
  });

  test('is independent of other subscribers of its id, in any order', async () => {
    const under = createFleetUnderTest();
    const { fleet, advance } = under;
    const passive = fleet.databases.entry('a', { passive: true });
    const endPassive = subscribe(passive);
    const endActive = subscribe(fleet.databases.entry('a'));
    await advance(0);
    expect(fleet.databases.known.value).toEqual(['a']);
    expect(passive.value).toBe(fleet.databases.entry('a').value);
    endActive();
    await advance(0);
    expect(fleet.databases.known.value).toEqual([]);
    endPassive();
    subscribe(fleet.databases.record('a'));
    subscribe(passive);
    await advance(60_000);
    expect(await under.requestsIn(150_000, 'a')).toBe(10);
  });
});

test.each([99, 0, Infinity, Number.NaN, '5 s'])('`everyMs` of %s is refused', (everyMs) => {
  const { databases } = createFleetUnderTest().fleet;
  const options = { everyMs: everyMs as number };
  const tooFast = { path: 'everyMs', message: 'expected milliseconds, 100 or more' };
  const refusal = expect.objectContaining({ code: 'invalid-request', issues: [tooFast] });
  expect(() => databases.track('a', options)).toThrow(refusal);
  expect(() => databases.entry('a', options)).toThrow(refusal);
  expect(() => databases.record('a', options)).toThrow(refusal);
  expect(() => databases.field('a', 'state', options)).toThrow(refusal);
  expect(databases.tracked.value).toEqual([]);
  expect(() => databases.track('a', { everyMs: 100 })).not.toThrow();
});
