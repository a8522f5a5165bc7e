import type { Clock } from '../../core/shared/clock.js';
import { TICK_MS } from './decisions.js';

export interface LockWatchOptions {
  readonly locks: LockManager;
  readonly clock: Clock;
  /** Called with each list of locks, and the time at which its reading began. */
  readonly onList: (list: LockManagerSnapshot, atMs: number) => void;
  /** Called at each tick, after the list was read. Messages that waited for a stopped page have arrived then. */
  readonly onTick: () => void;
  readonly refused: (error: unknown) => void;
}

/** Reads the browser's list of locks: at each call of `look`, and at each tick. */
export function createLockWatch({ locks, clock, onList, onTick, refused }: LockWatchOptions) {
  let isStopped = false;
  let running: Promise<void> | undefined;
  let isNeededAgain = false;
  let cancelTimer = clock.schedule(tick, TICK_MS);

  async function read(): Promise<void> {
    do {
      isNeededAgain = false;
      const atMs = clock.monotonic();
      const list = await locks.query();
      if (isStopped) return;
      onList(list, atMs);
    } while (isNeededAgain && !isStopped);
  }

  function look(): Promise<void> {
    if (running !== undefined) isNeededAgain = true;
    running ??= read()
      .catch((error: unknown) => void (isStopped || refused(error)))
      .finally(() => (running = undefined));
    return running;
  }

  function tick(): void {
    cancelTimer = clock.schedule(tick, TICK_MS);
    void look().then(() => void (isStopped || onTick()));
  }

  return {
    look: () => void (isStopped || look()),
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}
