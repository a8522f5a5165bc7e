import type { PollGroup } from '../../../src/core/polling/scheduler.js';
import type { Scheduler } from '../../../src/core/polling/scheduler.js';
import type { Limiter } from '../../../src/core/polling/limiter.js';
import type { Operation } from '../../../src/core/shared/fleet-error.js';
import type { VirtualClock } from '../../../src/notebook/replay/virtual-clock.js';
import { createSchedulerUnderTest, type Poll, type SchedulerTestOptions } from './scheduler-under-test.js';

/** A scheduler whose requests are answered by the test, and whose keys are polled once. */
export interface QueueUnderTest {
  readonly scheduler: Scheduler;
  readonly group: PollGroup<string>;
  readonly limiter: Limiter;
  readonly clock: VirtualClock;
  /** The requests that were sent, in this order. */
  readonly sent: Poll[];
  /** Requests a key for a caller. */
  ask(key: string, signal?: AbortSignal): Promise<string>;
  /** Sends a request that is not shared. */
  send(key: string, operation: Operation, signal?: AbortSignal): Promise<string>;
  /** Makes polls of these keys due now. */
  poll(lane: 'modifying' | 'observed' | 'tracked', ...keys: string[]): Promise<void>;
  /** Runs all tasks that are due. */
  settle(): Promise<void>;
}

const YEAR_MS = 365 * 86_400_000;

export function createQueueUnderTest(options: SchedulerTestOptions = {}): QueueUnderTest {
  const under = createSchedulerUnderTest({ queueTimeoutMs: Infinity, cadence: () => YEAR_MS, ...options });
  const { scheduler, group, limiter, virtual: clock, polls: sent, facts } = under;
  under.respond('deaf');

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
    sent,
    ask: (key, signal) => quiet(group.request(key, signal)),
    send: (key, operation, signal) =>
      quiet(scheduler.send(operation, (cancelled) => under.send(key, cancelled), signal)),
    async poll(lane, ...keys) {
      for (const key of keys) if (lane === 'modifying') facts.set(key, { modifying: true });
      group.change(keys, lane === 'observed' ? 'observed' : 'tracked', 1);
      await clock.advance(0);
    },
    settle: () => clock.advance(0),
  };
}
