import { describe, expect, test, vi } from 'vitest';
import { Interruption, withDeadline, type Deadline } from '../../../src/core/wire/deadline.js';
import type { Clock } from '../../../src/core/shared/clock.js';
import { abortListeners } from '../../support/abort-listeners.js';
import { createManualClock } from '../../support/manual-clock.js';

const forever = (): Promise<never> => new Promise(() => {});

const setUp = (signal?: AbortSignal) => {
  const clock = createManualClock();
  const deadline: Deadline = { clock, timeoutMs: 100, signal };
  return { clock, deadline };
};

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fulfilled',
    (error: unknown) => (error instanceof Interruption ? error.reason : error),
  );

describe('work with a deadline', () => {
  test('returns its result, and leaves no timer and no listener', async () => {
    const { signal } = new AbortController();
    const { clock, deadline } = setUp(signal);
    expect(await withDeadline(deadline, async () => 7)).toBe(7);
    expect(clock.pending).toBe(0);
    expect(abortListeners(signal)).toBe(0);
  });

  test.each([
    ['rejects', () => Promise.reject(new Error('mine'))],
    [
      'throws',
      () => {
        throw new Error('mine');
      },
    ],
  ])('that %s rejects with its own error, is aborted, and leaves no timer', async (_, fail) => {
    const { signal } = new AbortController();
    const { clock, deadline } = setUp(signal);
    let inner: AbortSignal | undefined;
    const result = withDeadline(deadline, (given) => {
      inner = given;
      return fail();
    });
    await expect(result).rejects.toThrow('mine');
    expect(inner?.aborted).toBe(true);
    expect(clock.pending).toBe(0);
    expect(abortListeners(signal)).toBe(0);
  });

  test('is not aborted after it succeeded', async () => {
    const { clock, deadline } = setUp();
    let inner: AbortSignal | undefined;
    await withDeadline(deadline, async (given) => void (inner = given));
    await clock.advance(1000);
    expect(inner?.aborted).toBe(false);
  });

  test('ends at its deadline, not a millisecond before', async () => {
    const { clock, deadline } = setUp();
    let inner: AbortSignal | undefined;
    const reason = reasonOf(
      withDeadline(deadline, (given) => {
        inner = given;
        return forever();
      }),
    );
    await clock.advance(99);
    expect(inner?.aborted).toBe(false);
    await clock.advance(1);
    expect(inner?.aborted).toBe(true);
    expect(await reason).toBe('timeout');
    expect(clock.pending).toBe(0);
  });

  test('ends when the caller aborts, with any reason', async () => {
    const controller = new AbortController();
    const { clock, deadline } = setUp(controller.signal);
    const reason = reasonOf(withDeadline(deadline, forever));
    controller.abort('why');
    expect(await reason).toBe('aborted');
    expect(clock.pending).toBe(0);
    expect(abortListeners(controller.signal)).toBe(0);
  });

  test('is aborted synchronously, so that it starts no further step', () => {
    const controller = new AbortController();
    const { deadline } = setUp(controller.signal);
    let inner: AbortSignal | undefined;
    void reasonOf(
      withDeadline(deadline, (given) => {
        inner = given;
        return forever();
      }),
    );
    controller.abort();
    expect(inner?.aborted).toBe(true);
  });

  test('does not start if the caller has aborted before', async () => {
    const { clock, deadline } = setUp(AbortSignal.abort());
    const work = vi.fn<() => Promise<void>>();
    expect(await reasonOf(withDeadline(deadline, work))).toBe('aborted');
    expect(work).not.toHaveBeenCalled();
    expect(clock.pending).toBe(0);
  });

  test('does not start if the clock throws', async () => {
    const clock: Clock = {
      ...createManualClock(),
      schedule: () => {
        throw new Error('no timer');
      },
    };
    const work = vi.fn<() => Promise<void>>();
    await expect(withDeadline({ clock, timeoutMs: 1, signal: undefined }, work)).rejects.toThrow('no timer');
    expect(work).not.toHaveBeenCalled();
  });

  test('ends with the first of two reasons', async () => {
    const controller = new AbortController();
    const { clock, deadline } = setUp(controller.signal);
    const reason = reasonOf(withDeadline(deadline, forever));
    await clock.advance(100);
    controller.abort();
    expect(await reason).toBe('timeout');
  });

  test('shares one listener of a signal with other work', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const ends = [() => {}, () => {}];
    const works = [0, 1].map((at) =>
      reasonOf(withDeadline(setUp(signal).deadline, () => new Promise<void>((resolve) => (ends[at] = resolve)))),
    );
    expect(abortListeners(signal)).toBe(1);
    ends[0]?.();
    expect(await works[0]).toBe('fulfilled');
    expect(abortListeners(signal)).toBe(1);
    controller.abort();
    expect(await works[1]).toBe('aborted');
    expect(abortListeners(signal)).toBe(0);
  });

  test('adds a listener again when a signal is used again', async () => {
    const controller = new AbortController();
    await withDeadline(setUp(controller.signal).deadline, async () => {});
    const reason = reasonOf(withDeadline(setUp(controller.signal).deadline, forever));
    controller.abort();
    expect(await reason).toBe('aborted');
  });

  test('that fails after its end causes no error', async () => {
    const unhandled = vi.fn<() => void>();
    process.on('unhandledRejection', unhandled);
    const { clock, deadline } = setUp();
    let fail: (error: Error) => void = () => {};
    const reason = reasonOf(withDeadline(deadline, () => new Promise((_, reject) => (fail = reject))));
    await clock.advance(100);
    fail(new Error('late'));
    expect(await reason).toBe('timeout');
    await clock.advance(0);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
