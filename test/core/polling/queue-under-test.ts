import type { FleetError, Operation } from '../../../src/core/shared/fleet-error.js';
import { createSchedulerUnderTest, type SchedulerTestOptions } from './scheduler-under-test.js';

export type QueueUnderTest = ReturnType<typeof createQueueUnderTest>;

const YEAR_MS = 365 * 86_400_000;

/** A scheduler whose requests are answered by the test, and whose keys are polled once. */
export function createQueueUnderTest(options: SchedulerTestOptions = {}) {
  const under = createSchedulerUnderTest({ queueTimeoutMs: Infinity, cadence: () => YEAR_MS, answer: 'deaf', ...options });
  const { scheduler, group, limiter, virtual: clock, polls: sent, facts } = under;

  /** Some tests ignore the failure. */
  function quiet<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => {});
    return promise;
  }

  return {
    scheduler,
    group,
    limiter,
    clock,
    /** The requests that were sent, in this order. */
    sent,
    /** Requests a key for a caller. */
    ask: (key: string, signal?: AbortSignal) => quiet(group.request(key, signal)),
    /** Sends a request that is not shared. */
    send: (key: string, operation: Operation, signal?: AbortSignal) =>
      quiet(scheduler.send(operation, (cancelled) => under.send(key, cancelled), signal)),
    /** Makes polls of these keys due now. */
    async poll(lane: 'modifying' | 'observed' | 'tracked', ...keys: string[]) {
      for (const key of keys) if (lane === 'modifying') facts.set(key, { modifying: true });
      group.change(keys, lane === 'observed' ? 'observed' : 'tracked', 1);
      await clock.advance(0);
    },
    /** Answers the n-th request that was sent. */
    answer(nth: number) {
      sent.at(nth)?.answer();
      return clock.advance(0);
    },
    /** Fails the n-th request that was sent. */
    fail(nth: number, error: FleetError) {
      sent.at(nth)?.fail(error);
      return clock.advance(0);
    },
    /** Runs all tasks that are due. */
    settle: () => clock.advance(0),
  };
}
