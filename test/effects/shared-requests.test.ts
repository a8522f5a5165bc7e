import { expect, test } from 'vitest';
import { createSharedRequests, type Ask } from '../../src/effects/shared-requests.js';
import type { Priority } from '../../src/polling/request-gate.js';

function setUp() {
  const requests = createSharedRequests<string>();
  const asked: { readonly left: AbortSignal; readonly answer: (value: string) => void; priority: Priority }[] = [];
  const ask: Ask<string> = (priority, left) => {
    const { promise, resolve } = withResolvers<string>();
    const mine = { left, answer: resolve, priority };
    asked.push(mine);
    return { result: promise, promote: (raised) => (mine.priority = raised) };
  };
  return { asked, request: (priority: Priority = 'tracked') => requests.request('key', priority, ask) };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  return { promise: new Promise<T>((settle) => (resolve = settle)), resolve: (value) => resolve(value) };
}

test('asks when somebody takes part, and once for all who do, with the highest priority of them', async () => {
  const { asked, request } = setUp();
  request('user');
  expect(asked).toEqual([]);
  const seen: string[] = [];
  request().subscribe((value) => seen.push(`first ${value}`));
  request('user').subscribe((value) => seen.push(`second ${value}`));
  expect(asked.map(({ priority }) => priority)).toEqual(['user']);
  asked[0]?.answer('x');
  await Promise.resolve();
  expect(seen).toEqual(['first x', 'second x']);
});

test('is left when the last one leaves, not before, and not by its own end', async () => {
  const { asked, request } = setUp();
  const [first, second] = [request().subscribe(), request().subscribe()];
  first.unsubscribe();
  expect(asked[0]?.left.aborted).toBe(false);
  second.unsubscribe();
  expect(asked[0]?.left.aborted).toBe(true);
  request().subscribe();
  asked[1]?.answer('x');
  await Promise.resolve();
  expect(asked[1]?.left.aborted).toBe(false);
});

test('one that was left has no say any more: whoever asks meanwhile asks anew and is not disturbed', async () => {
  const { asked, request } = setUp();
  request().subscribe().unsubscribe();
  const seen: string[] = [];
  request().subscribe((value) => seen.push(value));
  asked[0]?.answer('late');
  await Promise.resolve();
  request().subscribe((value) => seen.push(value));
  expect(asked).toHaveLength(2);
  asked[1]?.answer('x');
  await Promise.resolve();
  expect(seen).toEqual(['x', 'x']);
});
