import type { Clock } from '../../../src/core/shared/clock.js';

/** Virtual time for all candidates, as a `Clock` and as platform timers. Only `advance` changes it. */
export interface TimerWheel extends Clock {
  setTimeout(task: () => void, delayMs: number): Timer;
  setInterval(task: () => void, intervalMs: number): Timer;
  clear(timer: Timer | undefined): void;
  /** The maximum number of timers that were armed at once. */
  readonly mostArmed: number;
  advance(ms: number): Promise<void>;
}

export interface Timer {
  readonly task: () => void;
  /** The interval of a repeated timer. */
  readonly intervalMs: number | undefined;
  isArmed: boolean;
}

/** Timers are rounded up to ticks. All candidates benefit, because the timers of one tick run together. */
const TICK_MS = 10;

/** The maximum length of a chain of promises between two ticks. */
const TURNS = 24;

/**
 * Creates a timer wheel: a list of timers for each tick (Varghese and Lauck, 1987). To set or run a timer takes constant
 * time, so the wheel adds little to the measurements.
 */
export function createTimerWheel(): TimerWheel {
  const ticks = new Map<number, Timer[]>();
  let tick = 0;
  let armed = 0;
  let mostArmed = 0;

  function put(timer: Timer, delayMs: number): void {
    const at = tick + Math.max(1, Math.ceil(delayMs / TICK_MS));
    const timers = ticks.get(at);
    if (timers === undefined) ticks.set(at, [timer]);
    else timers.push(timer);
  }

  function arm(task: () => void, delayMs: number, intervalMs?: number): Timer {
    const timer: Timer = { task, intervalMs, isArmed: true };
    mostArmed = Math.max(mostArmed, (armed += 1));
    put(timer, delayMs);
    return timer;
  }

  function clear(timer: Timer | undefined): void {
    if (timer?.isArmed !== true) return;
    timer.isArmed = false;
    armed -= 1;
  }

  function run(timer: Timer): void {
    if (!timer.isArmed) return;
    if (timer.intervalMs === undefined) clear(timer);
    else put(timer, timer.intervalMs);
    timer.task();
  }

  return {
    now: () => tick * TICK_MS,
    monotonic: () => tick * TICK_MS,
    schedule(task, delayMs) {
      const timer = arm(task, delayMs);
      return () => clear(timer);
    },
    setTimeout: arm,
    setInterval: (task, intervalMs) => arm(task, intervalMs, intervalMs),
    clear,
    get mostArmed() {
      return mostArmed;
    },
    async advance(ms) {
      const until = tick + ms / TICK_MS;
      await settle();
      while (tick < until) {
        tick += 1;
        const timers = ticks.get(tick);
        if (timers === undefined) continue;
        ticks.delete(tick);
        for (const timer of timers) run(timer);
        await settle();
      }
    },
  };
}

const SETTLED = Promise.resolve();

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await SETTLED;
}
