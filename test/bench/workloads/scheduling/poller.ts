import type { TimerWheel } from './timer-wheel.js';

/** The arguments of a poller. */
export interface PollerTask {
  readonly ids: readonly string[];
  readonly intervalMs: number;
  readonly wheel: TimerWheel;
  /** Asks for one id; the answer is there at once. */
  readonly poll: (id: string) => Promise<unknown>;
}

/** One way to poll every id once in each interval. */
export interface Poller {
  readonly name: string;
  /** Starts. Gives what ends it. */
  readonly start: (task: PollerTask) => () => void;
}
