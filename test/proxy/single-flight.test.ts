import { expect, test } from 'vitest';
import { createSingleFlight } from '../../src/proxy/single-flight.js';
import { abortListeners } from '../support/abort-listeners.js';
import { failureOf } from '../support/failure-of.js';

/** A request that was sent, and how the test answers it. */
interface SentRequest {
  readonly signal: AbortSignal;
  readonly answer: (value: string) => void;
  readonly fail: (error: Error) => void;
}

function setUp() {
  const requests = createSingleFlight<string>('get-database');
  const sent: SentRequest[] = [];
  const send = (signal: AbortSignal): Promise<string> =>
    new Promise((answer, fail) => void sent.push({ signal, answer, fail }));
  const request = (signal: AbortSignal = new AbortController().signal, key = 'key'): Promise<string> =>
    requests.request(key, send, signal);
  /** A caller who can leave. */
  const join = (): { leave(): Promise<string> } => {
    const caller = new AbortController();
    const failure = failureOf(request(caller.signal));
    return {
      leave() {
        caller.abort();
        return failure.then(({ code }) => code);
      },
    };
  };
  return { sent, send, requests, request, join };
}

test('concurrent callers with the same key share one request and get its answer in the order of arrival', async () => {
  const { sent, request } = setUp();
  const seen: string[] = [];
  void request().then((value) => seen.push(`first ${value}`));
  void request().then((value) => seen.push(`second ${value}`));
  expect(sent).toHaveLength(1);
  sent[0]?.answer('x');
  await expect.poll(() => seen).toEqual(['first x', 'second x']);
});

test('callers with different keys do not share a request', async () => {
  const { sent, request } = setUp();
  const both = [request(undefined, 'a'), request(undefined, 'b')];
  sent[0]?.answer('x');
  sent[1]?.answer('y');
  expect(await Promise.all(both)).toEqual(['x', 'y']);
});

test('all callers of a failed request get its error, and the next caller sends a new request', async () => {
  const { sent, request } = setUp();
  const outcomes = Promise.allSettled([request(), request()]);
  const reason = new RangeError('of the request');
  sent[0]?.fail(reason);
  expect(await outcomes).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ]);
  const next = request();
  expect(sent).toHaveLength(2);
  sent[1]?.answer('x');
  expect(await next).toBe('x');
});

test('a request is aborted when its last caller leaves, not before, and not when it ends', async () => {
  const { sent, request, join } = setUp();
  const [first, second] = [join(), join()];
  expect(await first.leave()).toBe('aborted');
  expect(sent[0]?.signal.aborted).toBe(false);
  expect(await second.leave()).toBe('aborted');
  expect(sent[0]?.signal.aborted).toBe(true);
  const answer = request();
  sent[1]?.answer('x');
  await answer;
  expect(sent[1]?.signal.aborted).toBe(false);
});

test('an aborted request that ends late does not disturb the callers of the request after it', async () => {
  const { sent, request, join } = setUp();
  void join().leave();
  const seen: string[] = [];
  void request().then((value) => seen.push(value));
  sent[0]?.answer('late');
  await Promise.resolve();
  void request().then((value) => seen.push(value));
  expect(sent).toHaveLength(2);
  sent[1]?.answer('x');
  await expect.poll(() => seen).toEqual(['x', 'x']);
});

test('a request is aborted if its first caller leaves while it is sent', async () => {
  const { sent, send, requests } = setUp();
  const caller = new AbortController();
  const failure = failureOf(
    requests.request(
      'key',
      (signal) => {
        caller.abort();
        return send(signal);
      },
      caller.signal,
    ),
  );
  expect((await failure).code).toBe('aborted');
  expect(sent[0]?.signal.aborted).toBe(true);
});

test('a caller whose signal is already aborted sends no request', async () => {
  const { sent, request } = setUp();
  expect((await failureOf(request(AbortSignal.abort()))).code).toBe('aborted');
  expect(sent).toEqual([]);
});

test('a caller who sends again after the answer and aborts the earlier signal leaves the new request shared', async () => {
  const { sent, request } = setUp();
  const caller = new AbortController();
  const again = request(caller.signal).then(() => {
    const next = request();
    caller.abort();
    return Promise.all([next, request()]);
  });
  sent[0]?.answer('x');
  await expect.poll(() => sent.length).toBeGreaterThan(1);
  for (const { answer } of sent.slice(1)) answer('y');
  expect(await again).toEqual(['y', 'y']);
  expect(sent).toHaveLength(2);
});

test('the signal of a caller has no listener after the request ended or the caller left', async () => {
  const { sent, request } = setUp();
  const caller = new AbortController();
  const answer = request(caller.signal);
  expect(abortListeners(caller.signal)).toBe(1);
  sent[0]?.answer('x');
  await answer;
  await expect.poll(() => abortListeners(caller.signal)).toBe(0);
  const failure = failureOf(request(caller.signal));
  caller.abort();
  expect((await failure).code).toBe('aborted');
  await expect.poll(() => abortListeners(caller.signal)).toBe(0);
});
