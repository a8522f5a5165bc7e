import { Interruption, withDeadline } from '../wire/deadline.js';
import { createAlarm } from '../polling/alarm.js';
import { createDueQueue } from '../polling/due-queue.js';
import { createTiming, dueAt, noteAnswer, noteFailure, type PollTiming } from '../polling/poll-timing.js';
import type { Clock } from '../shared/clock.js';

/**
 * Reads a set of keys at an interval, apart from the polling. It guarantees:
 *
 * 1. A new key is read at once, then once per interval, at its own phase.
 * 2. At most `concurrency` reads run at the same time, and at most one for each key. A read that does not end blocks its
 *    own key only: after `timeoutMs` it counts as failed.
 * 3. A key that failed waits for its backoff, and at least for the interval.
 * 4. At most one timer is armed.
 */
export interface ReadSchedule {
  /** Adds a key, unless it is there. Its first read starts in a later turn of the event loop. */
  add(key: string): void;
  /** Removes a key, and aborts its read. */
  delete(key: string): void;
  /** The number of keys whose last read failed. */
  readonly failing: number;
  /** To be called when `isPaused` has changed. */
  proceed(): void;
  /** Aborts all reads, and cancels the timer. */
  dispose(): void;
}

export interface ReadScheduleOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly everyMs: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly isPaused: () => boolean;
  /** Reads one key. It may throw. */
  readonly read: (key: string, signal: AbortSignal) => unknown;
  /** Called after each read of a key that is still there. */
  readonly onEnded: (key: string, failure: unknown) => void;
}

interface Target extends PollTiming {
  readonly key: string;
  /** Aborts the read in flight. */
  controller: AbortController | undefined;
  /** A read that was given up at its deadline has not ended. */
  isHanging: boolean;
}

export function createReadSchedule(options: ReadScheduleOptions): ReadSchedule {
  const { clock, random, everyMs, timeoutMs, concurrency, isPaused, onEnded } = options;
  const queue = createDueQueue(1);
  const alarm = createAlarm(clock, proceed);
  const targets = new Map<string, Target>();
  const byHandle: (Target | undefined)[] = [];
  const freeHandles: number[] = [];
  let reading = 0;
  let failing = 0;
  let isDisposed = false;

  function proceed(): void {
    const nowMs = clock.monotonic();
    while (mayStart() && queue.isDue(0, nowMs)) start(byHandle[queue.take(0)] as Target);
    alarm.set(mayStart() ? queue.nextMs(0) : Infinity);
  }

  function mayStart(): boolean {
    return !isDisposed && reading < concurrency && !isPaused();
  }

  function start(target: Target): void {
    const controller = new AbortController();
    target.controller = controller;
    reading += 1;
    withDeadline({ clock, timeoutMs, signal: controller.signal }, (signal) => run(target, signal)).then(
      () => end(target),
      // A promise may reject with `undefined`, which is a failure too.
      (failure: unknown) => end(target, failure ?? new Error()),
    );
  }

  async function run(target: Target, signal: AbortSignal): Promise<void> {
    if (target.isHanging) throw new Error('the previous read still runs. A read must end when its `signal` aborts');
    target.isHanging = true;
    try {
      await options.read(target.key, signal);
    } finally {
      target.isHanging = false;
    }
  }

  function end(target: Target, failure?: unknown): void {
    reading -= 1;
    target.controller = undefined;
    if (!isDisposed && targets.get(target.key) === target) {
      const nowMs = clock.monotonic();
      const wasFailing = target.failures > 0;
      // The kind of the failure does not matter: each one waits for its backoff.
      if (failure === undefined) noteAnswer(target, nowMs);
      else noteFailure(target, undefined, nowMs, random);
      failing += Number(target.failures > 0) - Number(wasFailing);
      queue.set(target.handle, dueAt(target, everyMs, nowMs), 0);
      onEnded(target.key, failure instanceof Interruption ? noAnswer(timeoutMs) : failure);
    }
    // In a later turn: reads that end at once would otherwise block the event loop until all keys are read.
    if (mayStart()) alarm.set(queue.nextMs(0));
  }

  return {
    add(key) {
      if (isDisposed || targets.has(key)) return;
      const handle = freeHandles.pop() ?? byHandle.length;
      const target: Target = { ...createTiming(handle), key, controller: undefined, isHanging: false };
      targets.set(key, target);
      byHandle[handle] = target;
      const nowMs = clock.monotonic();
      queue.set(handle, nowMs, 0);
      // The caller may be inside a commit, so the user's code does not run here.
      if (mayStart()) alarm.set(nowMs);
    },
    delete(key) {
      const target = targets.get(key);
      if (target === undefined) return;
      targets.delete(key);
      queue.delete(target.handle);
      byHandle[target.handle] = undefined;
      freeHandles.push(target.handle);
      if (target.failures > 0) failing -= 1;
      target.controller?.abort();
    },
    get failing() {
      return failing;
    },
    proceed,
    dispose() {
      isDisposed = true;
      alarm.set(Infinity);
      for (const { controller } of targets.values()) controller?.abort();
    },
  };
}

function noAnswer(timeoutMs: number): Error {
  return new Error(`no answer within ${timeoutMs} ms`);
}
