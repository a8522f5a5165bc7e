import type { Cadence } from '../../core/polling/cadence.js';

/** How often what is polled in the demonstration, milliseconds. */
export interface DemoIntervals {
  readonly modifyingMs: number;
  readonly observedMs: number;
  readonly trackedMs: number;
}

/** The cadence of the demonstration: as the fleet's own, only quicker, since somebody waits. */
export function createDemoCadence({ modifyingMs, observedMs, trackedMs }: DemoIntervals): Cadence {
  return ({ modifying, waiting, observed }) => {
    if (modifying || waiting) return modifyingMs;
    return observed ? observedMs : trackedMs;
  };
}
