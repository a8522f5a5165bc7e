import { dehydrate, activityOf } from '../../../src/index.js';
import { describe, expect, test } from 'vitest';
import type { Activity } from '../../../src/core/fleet/activity.js';
import { failureOf } from '../../support/failure-of.js';
import { createFleetUnderTest } from './fleet-under-test.js';

const list = [{ id: 'products-1', name: 'products' }];

test('has the status and the error of the list, in the same commit as the list', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const { indices } = fleet;
  const seen: unknown[] = [];
  const { status } = indices;
  expect(status.value).toEqual({ status: 'unknown', fetching: false, drift: [] });
  status.subscribe((now) => {
    expect(status.value).toBe(now);
    seen.push([now.status, now.fetching, now.error?.code, indices.all.value.length]);
  });
  service.respond(() => ({ json: list }));
  await advance(0);
  service.respond(() => ({ status: 503 }));
  await advance(30_000);
  expect(seen).toEqual([
    ['unknown', false, undefined, 0],
    ['loading', true, undefined, 0],
    ['fresh', false, undefined, 1],
    ['fresh', true, undefined, 1],
    ['stale', false, 'unavailable', 1],
  ]);
});

test('without subscribers while loading becomes unknown, and its request is aborted', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => undefined);
  const subscription = fleet.indices.status.subscribe();
  await advance(0);
  expect(fleet.indices.status.value).toEqual({ status: 'loading', fetching: true, drift: [] });
  subscription.unsubscribe();
  await advance(0);
  expect(fleet.indices.status.value).toEqual({ status: 'unknown', fetching: false, drift: [] });
  service.clear();
  await advance(3_600_000);
  expect(service.requests).toEqual([]);
});

test('starts with the snapshot of a server, and completes with the fleet', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ json: list }));
  await fleet.indices.refresh();
  const page = createFleetUnderTest({ snapshot: dehydrate(fleet) });
  expect(page.fleet.indices.status.value).toEqual({
    status: 'fresh',
    fetching: false,
    confirmedAt: fleet.indices.status.value.confirmedAt,
    drift: [],
  });
  let isComplete = false;
  page.fleet.indices.status.subscribe({ complete: () => (isComplete = true) });
  page.service.respond(() => ({ status: 500 }));
  await advance(0);
  await page.advance(60_000);
  expect(page.fleet.indices.status.value).toMatchObject({ status: 'stale', error: { code: 'unavailable' } });
  page.fleet.dispose();
  expect(isComplete).toBe(true);
});

describe('a list with elements that have no usable id', () => {
  const unusable = [{ name: 'CANARY without an id' }, { id: 5 }];
  const named = [
    { path: '[0].id', kind: 'wrong-type' },
    { path: '[1].id', kind: 'wrong-type' },
  ];

  function setUp() {
    const under = createFleetUnderTest();
    const drift: Activity[] = [];
    const { indices } = under.fleet;
    activityOf(under.fleet).subscribe((each) => each.kind === 'drift' && each.id === undefined && drift.push(each));
    const respond = (elements: readonly unknown[]): void => under.service.respond(() => ({ json: elements }));
    return { ...under, indices, drift, respond };
  }

  test('fails with an error in the status if it is the first list and has no other elements', async () => {
    const { fleet, indices, drift, respond, advance } = setUp();
    respond(unusable);
    const sought = indices.entry('sought');
    sought.subscribe();
    expect(await failureOf(indices.refresh())).toMatchObject({ code: 'bad-response' });
    expect(indices.status.value).toMatchObject({ status: 'unknown', error: { code: 'bad-response' }, drift: named });
    expect(indices.status.value).not.toHaveProperty('confirmedAt');
    expect(sought.value).toMatchObject({ status: 'unknown', error: { code: 'bad-response' } });
    expect(drift).toMatchObject([{ kind: 'drift', resource: 'index', drift: named }]);
    expect(JSON.stringify([drift, indices.status.value])).not.toContain('CANARY');
    // A page with the snapshot does not show an empty account either.
    expect(createFleetUnderTest({ snapshot: dehydrate(fleet) }).fleet.indices.status.value.status).toBe('unknown');

    respond([]);
    await advance(60_000);
    expect(indices.status.value).toMatchObject({ status: 'fresh', drift: [] });
    expect(indices.status.value).not.toHaveProperty('error');
    expect(sought.value.status).toBe('missing');
  });

  test('keeps the last list as stale if none of its elements is usable', async () => {
    const { indices, clock, respond } = setUp();
    respond(list);
    await indices.refresh();
    const confirmedAt = clock.now();
    respond(unusable);
    await failureOf(indices.refresh());
    expect(indices.status.value).toMatchObject({ status: 'stale', confirmedAt, error: { code: 'bad-response' } });
    expect(indices.entry('products-1').value).toMatchObject({ status: 'stale', record: list[0] });
  });

  test('shows its usable elements and is stale; no index becomes missing', async () => {
    const { indices, drift, respond } = setUp();
    respond([...list, { id: 'a/b' }]);
    expect(await indices.refresh()).toEqual(list);
    expect(indices.entry('products-1').value.status).toBe('fresh');
    expect(indices.status.value).toMatchObject({
      status: 'stale',
      error: { code: 'bad-response' },
      drift: [{ path: '[1].id', kind: 'wrong-type' }],
    });
    indices.entry('sought').subscribe();
    expect(indices.entry('sought').value.status).not.toBe('missing');
    expect(drift).toHaveLength(1);

    // The same list changes nothing. A list with only duplicates is complete.
    await indices.refresh();
    expect(drift).toHaveLength(1);
    respond([...list, ...list]);
    await indices.refresh();
    expect(indices.status.value).toMatchObject({ status: 'fresh', drift: [{ path: '[1].id', kind: 'duplicate' }] });
    expect(drift).toHaveLength(2);
  });
});
