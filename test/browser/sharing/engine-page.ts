import { systemClock } from '../../../src/core/shared/clock.js';
import type { SharingEngine } from '../../../src/sharing/engine.js';
import { createTabsEngine } from '../../../src/sharing/tabs/tab-member.js';

/** A page that a test opens in a frame: it has its own modules, its own timers and its own locks. */
export interface EnginePage extends Window {
  createEngine?: (scope: string) => SharingEngine;
}

(window as EnginePage).createEngine = (scope) => {
  const engine = createTabsEngine({ scope });
  // The timers of the frame end with the frame.
  return { join: (group, listener) => engine.join({ ...group, clock: systemClock }, listener) };
};
