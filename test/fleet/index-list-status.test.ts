import { expect, test } from 'vitest';
import { createFleetUnderTest } from './fleet-under-test.js';

const list = [{ id: 'products-1', name: 'products' }];

test('says whether the list is there, and why not, in step with what the list shows', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const { indices } = fleet;
  const seen: unknown[] = [];
  const { status } = indices;
  expect(status.value).toEqual({ status: 'unknown', fetching: false });
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

test('an account without indices has a list all the same', async () => {
  const { fleet, service, clock, advance } = createFleetUnderTest();
  service.respond(() => ({ json: [] }));
  fleet.indices.status.subscribe();
  await advance(0);
  expect(fleet.indices.status.value).toEqual({ status: 'fresh', fetching: false, confirmedAt: clock.now() });
});

test('who leaves while it is loading knows nothing; nobody is asked for it any more', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => undefined);
  const subscription = fleet.indices.status.subscribe();
  await advance(0);
  expect(fleet.indices.status.value).toEqual({ status: 'loading', fetching: true });
  subscription.unsubscribe();
  await advance(0);
  expect(fleet.indices.status.value).toEqual({ status: 'unknown', fetching: false });
  service.clear();
  await advance(3_600_000);
  expect(service.requests).toEqual([]);
});

test('comes with what a server knew, and ends with the fleet', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  service.respond(() => ({ json: list }));
  await fleet.indices.refresh();
  const page = createFleetUnderTest({ initial: fleet.dehydrate() });
  expect(page.fleet.indices.status.value).toEqual({
    status: 'fresh',
    fetching: false,
    confirmedAt: fleet.indices.status.value.confirmedAt,
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
