import { expect, test } from 'vitest';
import type { Cancellation } from '../../../src/core/api/cancellation.js';
import { createSingleFlight, type Ask } from '../../../src/core/effects/single-flight.js';
import type { Priority } from '../../../src/core/polling/request-gate.js';
import { failureOf } from '../../support/failure-of.js';

function setUp() {
  const requests = createSingleFlight<string>('get-database');
  const asked: { readonly left: Cancellation; readonly answer: (value: string) => void; priority: Priority }[] = [];
  const ask: Ask<string> = (priority, left) => {
    const { promise, resolve } = withResolvers<string>();
    const mine = { left, answer: resolve, priority };
    asked.push(mine);
    return { result: promise, promote: (raised) => (mine.priority = raised) };
  };
  const request = (priority: Priority = 'tracked', signal?: AbortSignal): Promise<string> =>
    requests.request('key', priority, ask, signal);
  /** Takes part until it leaves. */
  const visit = (): { leave(): Promise<string> } => {
    const leaver = new AbortController();
    const failure = failureOf(request('tracked', leaver.signal));
    return {
      leave() {
        leaver.abort();
        return failure.then(({ code }) => code);
      },
    };
  };
  return { asked, ask, requests, request, visit };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  return { promise: new Promise<T>((settle) => (resolve = settle)), resolve: (value) => resolve(value) };
}

test('asks once for all who take part, with the highest priority of them', async () => {
  const { asked, request } = setUp();
  const seen: string[] = [];
  void request().then((value) => seen.push(`first ${value}`));
  void request('user').then((value) => seen.push(`second ${value}`));
  expect(asked.map(({ priority }) => priority)).toEqual(['user']);
  asked[0]?.answer('x');
  await expect.poll(() => seen).toEqual(['first x', 'second x']);
});

test('is left when the last one leaves, not before, and not by its own end', async () => {
  const { asked, request, visit } = setUp();
  const [first, second] = [visit(), visit()];
  expect(await first.leave()).toBe('aborted');
  expect(asked[0]?.left.aborted).toBe(false);
  expect(await second.leave()).toBe('aborted');
  expect(asked[0]?.left.aborted).toBe(true);
  const answer = request();
  asked[1]?.answer('x');
  await answer;
  expect(asked[1]?.left.aborted).toBe(false);
});

test('one that was left has no say any more: whoever asks meanwhile asks anew and is not disturbed', async () => {
  const { asked, request, visit } = setUp();
  void visit().leave();
  const seen: string[] = [];
  void request().then((value) => seen.push(value));
  asked[0]?.answer('late');
  await Promise.resolve();
  void request().then((value) => seen.push(value));
  expect(asked).toHaveLength(2);
  asked[1]?.answer('x');
  await expect.poll(() => seen).toEqual(['x', 'x']);
});

test('what it asks may have the first one leave at once: then it is given up', async () => {
  const { asked, ask, requests } = setUp();
  const leaver = new AbortController();
  const failure = failureOf(
    requests.request(
      'key',
      'tracked',
      (priority, left) => {
        leaver.abort();
        return ask(priority, left);
      },
      leaver.signal,
    ),
  );
  expect((await failure).code).toBe('aborted');
  expect(asked[0]?.left.aborted).toBe(true);
});

test('asks for nothing when it was given up before', async () => {
  const { asked, request } = setUp();
  expect((await failureOf(request('user', AbortSignal.abort()))).code).toBe('aborted');
  expect(asked).toEqual([]);
});
