import { Interruption, withDeadline } from '../wire/deadline.js';
import { Alarm } from '../polling/alarm.js';
import { DueQueue } from '../polling/due-queue.js';
import { dueAt, PollTiming, recordAnswer, recordFailure } from '../polling/poll-timing.js';
import type { Clock } from '../shared/clock.js';

export interface ReadScheduleOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly everyMs: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly isPaused: () => boolean;
  readonly read: (key: string, signal: AbortSignal) => unknown;
  /** Called after each read of a key that is still there. */
  readonly onEnded: (key: string, failure: unknown) => void;
}

class Target extends PollTiming {
  readonly key: string;
  controller: AbortController | undefined = undefined;
  /** A read that was given up at its deadline has not ended. */
  isHanging = false;

  constructor(handle: number, key: string) {
    super(handle);
    this.key = key;
  }
}

/**
 * Reads a set of keys at an interval, apart from the polling. It guarantees:
 *
 * 1. A new key is read at once, then once per interval, at its own phase.
 * 2. At most `concurrency` reads run at the same time, and at most one for each key. A read that does not end blocks its
 *    own key only: after `timeoutMs` it counts as failed.
 * 3. A key that failed waits for its backoff, and at least for the interval.
 * 4. At most one timer is armed.
 */
export class ReadSchedule {
  readonly #options: ReadScheduleOptions;
  readonly #queue = new DueQueue(1);
  readonly #alarm: Alarm;
  readonly #targets = new Map<string, Target>();
  readonly #byHandle: (Target | undefined)[] = [];
  readonly #freeHandles: number[] = [];
  #reading = 0;
  #failing = 0;
  #isDisposed = false;

  constructor(options: ReadScheduleOptions) {
    this.#options = options;
    this.#alarm = new Alarm(options.clock, () => this.proceed());
  }

  get failing(): number {
    return this.#failing;
  }

  /** Adds a key. Its first read starts in a later turn of the event loop. */
  add(key: string): void {
    if (this.#isDisposed || this.#targets.has(key)) return;
    const handle = this.#freeHandles.pop() ?? this.#byHandle.length;
    const target = new Target(handle, key);
    this.#targets.set(key, target);
    this.#byHandle[handle] = target;
    const nowMs = this.#options.clock.monotonic();
    this.#queue.set(handle, nowMs, 0);
    // The caller may be inside a commit, so the user's code does not run here.
    if (this.#mayStart()) this.#alarm.set(nowMs);
  }

  delete(key: string): void {
    const target = this.#targets.get(key);
    if (target === undefined) return;
    this.#targets.delete(key);
    this.#queue.delete(target.handle);
    this.#byHandle[target.handle] = undefined;
    this.#freeHandles.push(target.handle);
    if (target.failures > 0) this.#failing -= 1;
    target.controller?.abort();
  }

  /** Starts the reads that are due, also after `isPaused` has changed. */
  proceed(): void {
    const nowMs = this.#options.clock.monotonic();
    while (this.#mayStart() && this.#queue.isDue(0, nowMs)) this.#start(this.#byHandle[this.#queue.take(0)] as Target);
    this.#alarm.set(this.#mayStart() ? this.#queue.nextMs(0) : Infinity);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(Infinity);
    for (const { controller } of this.#targets.values()) controller?.abort();
  }

  #mayStart(): boolean {
    return !this.#isDisposed && this.#reading < this.#options.concurrency && !this.#options.isPaused();
  }

  #start(target: Target): void {
    const { clock, timeoutMs } = this.#options;
    const controller = new AbortController();
    target.controller = controller;
    this.#reading += 1;
    withDeadline({ clock, timeoutMs, signal: controller.signal }, (signal) => this.#run(target, signal)).then(
      () => this.#end(target),
      // A promise may reject with `undefined`, which is a failure too.
      (failure: unknown) => this.#end(target, failure ?? new Error()),
    );
  }

  async #run(target: Target, signal: AbortSignal): Promise<void> {
    if (target.isHanging) throw new Error('the previous read still runs. A read must end when its `signal` aborts');
    target.isHanging = true;
    try {
      await this.#options.read(target.key, signal);
    } finally {
      target.isHanging = false;
    }
  }

  #end(target: Target, failure?: unknown): void {
    const { clock, random, everyMs, timeoutMs, onEnded } = this.#options;
    this.#reading -= 1;
    target.controller = undefined;
    if (!this.#isDisposed && this.#targets.get(target.key) === target) {
      const nowMs = clock.monotonic();
      const wasFailing = target.failures > 0;
      // The kind of the failure does not matter: each one waits for its backoff.
      if (failure === undefined) recordAnswer(target, nowMs);
      else recordFailure(target, undefined, nowMs, random);
      this.#failing += Number(target.failures > 0) - Number(wasFailing);
      this.#queue.set(target.handle, dueAt(target, everyMs, nowMs), 0);
      onEnded(target.key, failure instanceof Interruption ? noAnswer(timeoutMs) : failure);
    }
    // In a later turn: reads that end at once would otherwise block the event loop until all keys are read.
    if (this.#mayStart()) this.#alarm.set(this.#queue.nextMs(0));
  }
}

function noAnswer(timeoutMs: number): Error {
  return new Error(`no answer within ${timeoutMs} ms`);
}
