import { limitsOf, limitSummaryOf, refreshAll, reportUsage, usageOf } from '../../../src/index.js';
import type { Observable } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { createRetention } from '../../../src/core/fleet/retention.js';
import { failureOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createFleetUnderTest, idsUpTo, quick } from './fleet-under-test.js';
import { databaseOf } from './scripted-service.js';

describe('add and remove', () => {
  test('are idempotent and opposite, for any number of calls', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    const { databases } = fleet;
    const seen: unknown[] = [];
    databases.tracked.subscribe((ids) => seen.push(ids));
    databases.add('a');
    databases.add(['a', 'a', 'b']);
    databases.add(new Set(['b', 'a']).values());
    await advance(0);
    expect(databases.known.value).toEqual(['a', 'b']);
    databases.remove('a');
    databases.remove(['a', 'never-added']);
    await advance(0);
    expect(databases.known.value).toEqual(['b']);
    databases.add('a');
    databases.remove(['b', 'b']);
    await advance(0);
    expect(databases.known.value).toEqual(['a']);
    expect(seen).toEqual([[], ['a'], ['a', 'b'], ['b'], ['b', 'a'], ['a']]);
    expect(service.requests.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('do not affect leases, and leases do not affect them', async () => {
    const { fleet, advance } = createFleetUnderTest();
    const { databases } = fleet;
    const [endFirst, endSecond] = [databases.track(['a', 'b']), databases.track('a')];
    databases.add('a');
    databases.remove(['a', 'b']);
    await advance(0);
    expect(databases.tracked.value).toEqual(['a', 'b']);
    databases.add('a');
    endFirst();
    endSecond();
    endSecond();
    await advance(0);
    expect(databases.tracked.value).toEqual(['a']);
    databases.remove('a');
    await advance(0);
    expect(databases.known.value).toEqual([]);
  });
});

test('calls inside a subscriber apply in their order: all views agree afterwards, and only known ids are polled', async () => {
  const { fleet, service, errors, advance } = createFleetUnderTest();
  const { databases } = fleet;
  const during: unknown[] = [];
  databases.tracked.subscribe((ids) => {
    if (!ids.includes('start') || ids.includes('added')) return;
    databases.add(['added', 'gone']);
    databases.remove(['gone', 'brief']);
    databases.track('ended')();
    databases.track('leased');
    during.push(databases.tracked.value);
  });
  const seen: unknown[] = [];
  databases.tracked.subscribe((ids) => seen.push(ids));
  databases.add(['start', 'brief']);
  expect(databases.tracked.value).toEqual(['start', 'added', 'leased']);
  await advance(0);
  expect(databases.known.value).toEqual(['start', 'added', 'leased']);
  expect(during).toEqual([['start', 'brief']]);
  expect(seen.at(-1)).toBe(databases.tracked.value);
  expect(errors).toEqual([]);
  await advance(3_600_000);
  expect(new Set(service.requests.map(({ id }) => id))).toEqual(new Set(databases.known.value));
});

test('an id that is removed leaves the lists; its record, credentials and usage are kept for retainMs', async () => {
  const { fleet, service, advance } = createFleetUnderTest({ retainMs: 10_000 });
  const { databases } = fleet;
  service.respond(({ id }) => ({ json: databaseOf(id, { password: 'CANARY' }) }));
  databases.add(['a', 'b']);
  await advance(0);
  reportUsage(fleet, 'database', 'a', { db_max_clients: 5 });
  databases.remove('a');
  expect(databases.tracked.value).toEqual(['b']);
  await advance(0);
  expect(databases.known.value).toEqual(['b']);
  expect(databases.all.value.map(({ database_id: id }) => id)).toEqual(['b']);
  expect(limitSummaryOf(fleet).value.databases).toBe(1);
  await advance(9_999);
  expect(databases.record('a').value).toBeDefined();
  expect(databases.credentials('a')).toEqual({ password: 'CANARY' });
  expect(usageOf(fleet, 'database', 'a').value).toBeDefined();
  await advance(1);
  expect(databases.entry('a').value).toMatchObject({ status: 'unknown', record: undefined });
  expect(databases.credentials('a')).toBeUndefined();
  expect(usageOf(fleet, 'database', 'a').value).toBeUndefined();
});

test('subscribers to any view of an id keep it known, also to its limits', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const { databases } = fleet;
  const views: Observable<unknown>[] = [
    databases.entry('a'),
    databases.field('b', 'state'),
    databases.select('c', () => 1),
    limitsOf(fleet, 'database', 'd'),
  ];
  const subscriptions = views.map((view) => view.subscribe());
  await advance(0);
  expect(databases.known.value).toEqual(['a', 'b', 'c', 'd']);
  expect(service.requests.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
  for (const subscription of subscriptions) subscription.unsubscribe();
  await advance(0);
  expect(databases.known.value).toEqual([]);
});

test('an observed id that is tracked now is emitted, and both views agree for a subscriber', () => {
  const { fleet } = createFleetUnderTest();
  const { databases } = fleet;
  databases.record('a').subscribe();
  const seen: unknown[] = [];
  databases.tracked.subscribe((ids) => seen.push([ids, databases.tracked.value === ids, databases.known.value]));
  databases.track('a');
  expect(seen).toEqual([
    [[], true, ['a']],
    [['a'], true, ['a']],
  ]);
});

describe('an id without interest', () => {
  test('is forgotten 5 s after its failure: a new subscriber sends a request and does not get the old failure', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    service.respond(() => ({ status: 503 }));
    const view = fleet.databases.entry('a');
    const first = view.subscribe();
    await advance(0);
    first.unsubscribe();
    await advance(4999);
    expect(view.value).toMatchObject({ status: 'unknown', error: { code: 'unavailable' } });
    await advance(1);
    expect(view.value).not.toHaveProperty('error');
    service.clear();
    service.respond(() => ({ json: databaseOf('a') }));
    view.subscribe();
    await advance(0);
    expect(service.requests).toHaveLength(1);
    expect(view.value.status).toBe('fresh');
  });

  test('is not forgotten during a request, and is forgotten afterwards', async () => {
    const { fleet, service, refuseWith, advance } = createFleetUnderTest({ retainMs: 6000 });
    const entry = fleet.databases.entry('a');
    await refuseWith(500);
    await advance(4000);
    service.respond(() => ({ json: databaseOf('a', { password: 'CANARY' }) }), 3000);
    const retried = fleet.databases.refresh('a');
    await advance(2999);
    expect(entry.value).toMatchObject({ status: 'loading', fetching: true, error: { code: 'unavailable' } });
    await advance(1);
    await retried;
    expect(entry.value).toMatchObject({ status: 'fresh', fetching: false });

    await advance(5000);
    const failed = refuseWith(500);
    await advance(2000);
    expect(entry.value).toMatchObject({ status: 'fresh', fetching: true });
    expect(fleet.databases.credentials('a')).toEqual({ password: 'CANARY' });
    await advance(1000);
    await failed;
    expect(entry.value).toMatchObject({ status: 'stale', fetching: false });
    await advance(6000);
    expect(entry.value).toEqual({ id: 'a', record: undefined, status: 'unknown', fetching: false });
    expect(fleet.databases.credentials('a')).toBeUndefined();
  });

  test('that gets a record after a failure is kept as long as other records', async () => {
    const { fleet, refuseWith, answerWith, advance } = createFleetUnderTest();
    await refuseWith(404);
    await answerWith('a');
    await advance(6000);
    expect(fleet.databases.record('a').value).toBeDefined();
  });

  test('frees the memory of its text when it is forgotten', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ retainMs: 10_000, keptTextBytes: 300 });
    service.respond(({ id }) => ({ json: databaseOf(id, { name: 'x'.repeat(80) }) }));
    const isParsed = async (id: string): Promise<boolean> => {
      await fleet.databases.refresh(id);
      using parse = vi.spyOn(JSON, 'parse');
      await fleet.databases.refresh(id);
      return parse.mock.calls.length > 0;
    };
    expect(await isParsed('a')).toBe(false);
    expect(await isParsed('b')).toBe(true);
    await advance(10_000);
    expect(await isParsed('b')).toBe(false);
  });

  test('stays forever if retainMs is Infinity, and for 5 s if it is 0', async () => {
    for (const [ms, status] of [
      [Infinity, 'fresh'],
      [0, 'unknown'],
    ] as const) {
      const { fleet, clock, advance } = createFleetUnderTest({ retainMs: ms });
      const untrack = fleet.databases.track('a');
      await advance(0);
      untrack();
      await advance(4999);
      expect(fleet.databases.entry('a').value.status).toBe('fresh');
      await advance(3_600_000);
      expect(fleet.databases.entry('a').value.status).toBe(status);
      expect(clock.armed).toBe(0);
    }
  });
});

describe('a refresh of all', () => {
  test('resolves with the records that were read and the errors of the others, and each entry has its error', async () => {
    const { fleet, service, advance } = createFleetUnderTest({ polling: quick });
    const ids = idsUpTo(200);
    fleet.databases.track(ids);
    await advance(0);
    service.clear();
    service.respond(({ id }) => (id.endsWith('7') ? { status: id === 'id-7' ? 404 : 422 } : { json: databaseOf(id) }));
    const { refreshed, failed } = await refreshAll(fleet);
    expect(refreshed).toEqual(ids.filter((id) => !id.endsWith('7')).map((id) => fleet.databases.record(id).value));
    expect(failed.map(({ id }) => id)).toEqual(ids.filter((id) => id.endsWith('7')));
    for (const { id, error } of failed) expect(fleet.databases.entry(id).value.error).toBe(error);
    expect(service.requests).toHaveLength(200);
  });

  test.each([401, 403, 503])('stops if the whole service refuses or fails: %i', async (status) => {
    const { fleet, service, advance } = createFleetUnderTest();
    fleet.polling.pause();
    fleet.databases.track(idsUpTo(2000));
    await advance(0);
    service.respond(() => ({ status }), 50);
    const result = refreshAll(fleet);
    await advance(600_000);
    const { refreshed, failed } = await result;
    expect(refreshed).toEqual([]);
    expect(failed).toHaveLength(2000);
    expect(failed.at(-1)?.error.status).toBe(status);
    expect(service.requests.length).toBeLessThanOrEqual(10);
  });

  test('is aborted as a whole', async () => {
    const { fleet, service, advance } = createFleetUnderTest();
    fleet.polling.pause();
    fleet.databases.track(idsUpTo(1000));
    service.respond(() => undefined);
    const caller = new AbortController();
    const failure = failureOf(refreshAll(fleet, { signal: caller.signal }));
    await advance(0);
    caller.abort();
    expect((await failure).code).toBe('aborted');
    await advance(0);
    expect(service.inFlight).toBe(0);
    expect(service.requests).toHaveLength(8);
    expect(fleet.databases.entry('id-0').value.fetching).toBe(false);
  });
});

test('other tasks run between batches of ids that are forgotten', async () => {
  const clock = createManualClock();
  let forgotten = 0;
  const retention = createRetention(clock, 1000, () => void (forgotten += 1));
  for (const id of idsUpTo(2500)) retention.start(id);
  const seen: number[] = [];
  const look = (): void => {
    seen.push(forgotten);
    if (forgotten < 2500) clock.schedule(look, 0);
  };
  clock.schedule(look, 1000);
  await clock.advance(1000);
  expect(seen).toEqual([1000, 2000, 2500]);
});
