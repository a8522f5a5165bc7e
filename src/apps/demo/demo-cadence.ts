import type { Cadence } from '../../core/polling/cadence.js';

/** The polling intervals of the demonstration, milliseconds. */
export interface DemoIntervals {
  readonly modifyingMs: number;
  readonly observedMs: number;
  readonly trackedMs: number;
}

/** Creates the cadence of the demonstration. It is faster than the default cadence, because a person watches. */
export function createDemoCadence({ modifyingMs, observedMs, trackedMs }: DemoIntervals): Cadence {
  return ({ modifying, waiting, observed }) => {
    if (modifying || waiting) return modifyingMs;
    return observed ? observedMs : trackedMs;
  };
}
