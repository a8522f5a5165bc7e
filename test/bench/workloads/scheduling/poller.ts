import type { TimerWheel } from './timer-wheel.js';

/** The arguments of a poller. */
export interface PollerTask {
  readonly ids: readonly string[];
  readonly intervalMs: number;
  readonly wheel: TimerWheel;
  /** Requests one id, with an immediate answer. */
  readonly poll: (id: string) => Promise<unknown>;
}

/** A poller that polls every id once in each interval. */
export interface Poller {
  readonly name: string;
  /** Starts polling. Returns a function that stops it. */
  readonly start: (task: PollerTask) => () => void;
}
