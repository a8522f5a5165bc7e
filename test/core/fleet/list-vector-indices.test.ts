import { describe, expect, test, vi } from 'vitest';
import { dehydrate, reportUsage, usageOf } from '../../../src/index.js';
import { createFleetUnderTest } from './fleet-under-test.js';
import { failureOf } from '../../support/failure-of.js';

const index = (id: string, fields: object = {}): object => ({ id, name: `name of ${id}`, ...fields });

function setUp(...ids: string[]) {
  const under = createFleetUnderTest();
  const { indices } = under.fleet;
  const list = (elements: readonly unknown[]): void => under.service.respond(() => ({ json: elements }));
  list(ids.map((id) => index(id)));
  return {
    ...under,
    indices,
    /** Lets the service send another list, and reads it. */
    read(elements: readonly unknown[]) {
      list(elements);
      return indices.refresh();
    },
    idsNow: () => indices.all.value.map(({ id }) => id),
    statusOf: (id: string) => indices.entry(id).value.status,
  };
}

test('a list removes an absent index with its tokens and its usage, until it returns', async () => {
  const { fleet, indices, read, idsNow, statusOf } = setUp();
  const both = [index('a', { token: 'CANARY' }), index('b')];
  await read(both);
  reportUsage(fleet, 'index', 'a', { max_vector_count: 1 });
  const seen: unknown[] = [];
  indices.record('a').subscribe((record) => seen.push(record?.name));
  await read([index('b')]);
  expect(idsNow()).toEqual(['b']);
  expect(seen).toEqual(['name of a', undefined]);
  expect(indices.entry('a').value).toMatchObject({ status: 'missing', record: undefined, fetching: false });
  expect(indices.credentials('a')).toBeUndefined();
  expect(usageOf(fleet, 'index', 'a').value).toBeUndefined();
  await read(both);
  expect([idsNow(), statusOf('a')]).toEqual([['b', 'a'], 'fresh']);
  expect(indices.credentials('a')).toEqual({ token: 'CANARY' });
});

test('a list in another order keeps the order of the indices and emits nothing', async () => {
  const { indices, read, idsNow } = setUp('a', 'b', 'c');
  await indices.refresh();
  const tell = vi.fn<() => void>();
  indices.all.subscribe(tell);
  const before = indices.all.value;
  await read(['c', 'a', 'b'].map((id) => index(id)));
  expect(idsNow()).toEqual(['a', 'b', 'c']);
  expect(indices.all.value).toBe(before);
  expect(tell).toHaveBeenCalledTimes(1);
  await read(['d', 'c', 'b', 'a'].map((id) => index(id)));
  expect(idsNow()).toEqual(['a', 'b', 'c', 'd']);
});

test('all changes of one list are one commit', async () => {
  const { indices, read } = setUp('a', 'b');
  await indices.refresh();
  const seen: unknown[] = [];
  const look = (): void => void seen.push(indices.all.value.map(({ name }) => name).join());
  for (const id of ['a', 'b', 'c']) indices.field(id, 'name').subscribe(look);
  seen.length = 0;
  await read([index('c'), index('b', { name: 'new' })]);
  expect(new Set(seen)).toEqual(new Set(['new,name of c']));
});

test('a failure marks members stale and leaves an absent index missing, and the same list then confirms all', async () => {
  const { indices, service, read, statusOf, advance } = setUp('a', 'b');
  await indices.refresh();
  indices.record('sought').subscribe();
  const before = indices.entry('a').value;
  service.respond(() => ({ status: 500 }));
  const error = await failureOf(indices.refresh());
  expect(indices.entry('a').value).toMatchObject({ status: 'stale', record: { id: 'a' }, fetching: false });
  expect(indices.entry('a').value.error).toBe(error);
  expect(statusOf('sought')).toBe('missing');
  await advance(1000);
  await read([index('a'), index('b')]);
  expect(indices.entry('a').value).toEqual({ ...before, confirmedAt: expect.any(Number) });
  expect(indices.entry('a').value.confirmedAt).toBeGreaterThan(before.confirmedAt ?? Infinity);
  expect(indices.entry('a').value.record).toBe(before.record);
  expect(indices.entry('sought').value).not.toHaveProperty('error');
});

describe('a subscriber of an index', () => {
  test('gets `loading`, then `fresh` or `missing`, also if it subscribes during the request', async () => {
    const { indices, service, advance } = setUp('a');
    service.respond(() => ({ json: [index('a')] }), 100);
    const seen: Record<string, string[]> = { a: [], z: [], late: [] };
    const watch = (id: string) => indices.entry(id).subscribe(({ status }) => seen[id]?.push(status));
    watch('a');
    watch('z');
    await advance(50);
    watch('late');
    await advance(50);
    expect(seen).toEqual({
      a: ['unknown', 'loading', 'fresh'],
      z: ['unknown', 'loading', 'missing'],
      late: ['loading', 'missing'],
    });
    expect(service.requests).toHaveLength(1);
  });

  test('that leaves before the answer leaves no entry with `fetching`, and the last one cancels the request', async () => {
    const { indices, service, advance } = setUp('a');
    service.respond(() => ({ json: [index('a')] }), 100);
    const last = indices.all.subscribe();
    const looked = indices.entry('z').subscribe();
    await advance(50);
    expect(indices.entry('z').value.fetching).toBe(true);
    looked.unsubscribe();
    await advance(50);
    expect(indices.entry('z').value).toMatchObject({ status: 'unknown', fetching: false });
    service.respond(() => undefined);
    while (service.inFlight === 0) await advance(1000);
    expect(indices.entry('a').value.fetching).toBe(true);
    last.unsubscribe();
    await advance(0);
    expect(service.inFlight).toBe(0);
    expect(indices.entry('a').value).toMatchObject({ status: 'fresh', fetching: false });
  });
});

test('the tokens of an index are kept apart from its records while it is a member', async () => {
  const { indices, read } = setUp();
  const tokens = { token: 'CANARY-1', read_only_token: 'CANARY-2' };
  await read([index('a', { ...tokens, nested: { upload_token: 'CANARY-3', open: 1 } })]);
  expect(indices.record('a').value).toEqual(index('a', { nested: { open: 1 } }));
  expect(indices.credentials('a')).toEqual({ ...tokens, 'nested.upload_token': 'CANARY-3' });
  const before = indices.record('a').value;
  await read([index('a', { ...tokens, token: 'CANARY-4' })]);
  // Changed tokens do not change the record, but a removed field does.
  expect(indices.record('a').value).not.toBe(before);
  const again = indices.record('a').value;
  await read([index('a', { ...tokens, token: 'CANARY-5' })]);
  expect(indices.record('a').value).toBe(again);
  expect(indices.credentials('a')).toMatchObject({ token: 'CANARY-5', read_only_token: 'CANARY-2' });
});

const products = [{ id: 'products-1', name: 'products' }];

test('the list has a status and an error, which change in the same commit as the list', async () => {
  const { fleet, service, advance } = createFleetUnderTest();
  const { indices } = fleet;
  const seen: unknown[] = [];
  const { status } = indices;
  expect(status.value).toEqual({ status: 'unknown', fetching: false });
  status.subscribe((now) => {
    expect(status.value).toBe(now);
    seen.push([now.status, now.fetching, now.error?.code, indices.all.value.length]);
  });
  service.respond(() => ({ json: products }));
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

describe('a list with an element that has no usable id', () => {
  const unusable = [...products, { id: 5, name: 'CANARY without an id' }];

  test('fails, and the last list stays as stale', async () => {
    const { indices, clock, read, idsNow, advance } = setUp();
    await read(products);
    const confirmedAt = clock.now();
    await advance(1000);
    const error = await failureOf(read([...unusable, index('sought')]));
    expect(error).toMatchObject({ code: 'bad-response', message: expect.stringContaining('[1].id') });
    expect(error.message).not.toContain('CANARY');
    expect(indices.status.value).toEqual({ status: 'stale', fetching: false, confirmedAt, error });
    expect(indices.all.value).toEqual(products);
    expect(indices.entry('products-1').value).toMatchObject({ status: 'stale', record: products[0] });
    expect(indices.entry('products-1').value.error).toBe(error);

    await read([index('sought')]);
    expect(indices.status.value).not.toHaveProperty('error');
    expect(idsNow()).toEqual(['sought']);
  });

  test('shows no empty account if it is the first list, nor does a page with the snapshot', async () => {
    const { fleet, indices, read } = setUp();
    const error = await failureOf(read(unusable));
    expect(indices.status.value).toEqual({ status: 'unknown', fetching: false, error });
    expect(createFleetUnderTest({ snapshot: dehydrate(fleet) }).fleet.indices.status.value.status).toBe('unknown');
  });
});
