import { createPresence } from '../../core/polling/presence.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Guard } from '../../core/state/guard.js';

/** A drawing tells how old its data is, so it is also drawn when nothing has changed. */
const LONGEST_PAUSE_MS = 5000;

export interface RedrawLoopOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly guard: Guard;
  readonly redraw: () => void;
}

/** Decides when to draw. A hidden page is not drawn, until it is shown again. */
export interface RedrawLoop {
  /** Draws once `everyMs` have passed since the last drawing. It is fast: a commit can call it for each entry. */
  changed(): void;
  stop(): void;
}

/** Draws at once, unless the page is hidden. */
export function startRedrawLoop({ clock, everyMs, guard, redraw }: RedrawLoopOptions): RedrawLoop {
  const presence = createPresence({ ignored: ['offline'], guard });
  let lastMs = -Infinity;
  let isWaiting = false;
  let isStopped = false;
  let cancel = (): void => {};

  function drawNow(): void {
    isWaiting = presence.absence !== undefined;
    if (isWaiting) return;
    lastMs = clock.monotonic();
    redraw();
    if (!isStopped && !isWaiting) cancel = clock.schedule(drawNow, Math.max(LONGEST_PAUSE_MS, everyMs));
  }

  function drawSoon(): void {
    isWaiting = true;
    cancel();
    cancel = clock.schedule(drawNow, Math.max(0, lastMs + everyMs - clock.monotonic()));
  }

  presence.watch(() => {
    if (isWaiting && presence.absence === undefined) drawSoon();
  });
  drawNow();
  return {
    changed() {
      if (!isWaiting && !isStopped) drawSoon();
    },
    stop() {
      isStopped = true;
      cancel();
      presence.dispose();
    },
  };
}
