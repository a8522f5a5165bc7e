import { Limiter, type LimiterOptions } from '../../../src/core/polling/limiter.js';
import type { PollGroup } from '../../../src/core/polling/scheduler.js';
import { Scheduler, type SchedulerOptions } from '../../../src/core/polling/scheduler.js';
import type { Operation } from '../../../src/core/shared/fleet-error.js';
import { createSleepAwareClock } from '../../../src/core/polling/sleep-aware-clock.js';
import { createCommits } from '../../../src/core/store/commits.js';
import { createVirtualClock, type VirtualClock } from '../../../src/notebook/replay/virtual-clock.js';

/** A request that was sent. The test answers it. */
export interface Sent {
  readonly key: string;
  readonly atMs: number;
  readonly signal: AbortSignal;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

export interface QueueUnderTest {
  readonly scheduler: Scheduler;
  readonly group: PollGroup<string>;
  readonly limiter: Limiter;
  readonly clock: VirtualClock;
  /** In the order in which they were sent. */
  readonly sent: Sent[];
  /** Requests a key for a caller. */
  ask(key: string, signal?: AbortSignal): Promise<string>;
  /** Sends a request that is not shared. */
  send(key: string, operation: Operation, signal?: AbortSignal): Promise<string>;
  /** Makes polls of these keys due now. */
  poll(lane: 'modifying' | 'observed' | 'tracked', ...keys: string[]): Promise<void>;
  /** Settles all promises. */
  settle(): Promise<void>;
}

/** A year: no key is polled twice. */
const INTERVAL_MS = 365 * 86_400_000;

export function createQueueUnderTest(
  options: Partial<Omit<LimiterOptions, 'clock'>> & Pick<SchedulerOptions, 'queueTimeoutMs'> = {},
): QueueUnderTest {
  const { queueTimeoutMs = Infinity, random = () => 0.5, ...limits } = options;
  const clock = createVirtualClock();
  const { uncorrected, corrected } = createSleepAwareClock(clock);
  const limiter = new Limiter({ clock: uncorrected, random, ...limits });
  const scheduler = new Scheduler({
    clock: corrected,
    commits: createCommits(),
    limiter,
    random,
    cadence: () => INTERVAL_MS,
    queueTimeoutMs,
  });
  const sent: Sent[] = [];
  const modifying = new Set<string>();

  function sendNow(key: string, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      sent.push({ key, atMs: clock.monotonic(), signal, answer: () => resolve(key), fail: reject });
    });
  }

  const group = scheduler.register({
    resource: 'database',
    isCounted: true,
    has: () => true,
    operation: 'get-database',
    facts: (key) => ({ hasRecord: true, modifying: modifying.has(key), active: true, missing: false }),
    poll: sendNow,
    onRequested() {},
    onCancelled() {},
    onNotSent() {},
  });
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
    send: (key, operation, signal) => quiet(scheduler.send(operation, (cancelled) => sendNow(key, cancelled), signal)),
    async poll(lane, ...keys) {
      for (const key of keys) {
        if (lane === 'modifying') modifying.add(key);
        if (lane === 'observed') group.change([key], 'observed', 1);
        else group.change([key], 'tracked', 1);
      }
      await clock.advance(0);
    },
    settle: () => clock.advance(0),
  };
}
