import type { Clock } from '../../index.js';
import { Presence } from '../../core/polling/presence.js';
import type { Guard } from '../../core/store/guard.js';

/** A drawing shows the age of its data, so it is repeated even if the fleet does not change. */
const LONGEST_PAUSE_MS = 5000;

/** The largest share of the time that drawing may take. The kernel or the page needs the rest. */
const LONGEST_SHARE = 0.1;

export interface RedrawLoopOptions {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly guard: Guard;
  readonly redraw: () => void;
  /** Called after each drawing. @param pauseMs the shortest time from its start to the start of the next one */
  readonly drawn: (pauseMs: number) => void;
}

/** Draws at once, unless the page is hidden. */
export function startRedrawLoop({ clock, everyMs, guard, redraw, drawn }: RedrawLoopOptions) {
  const presence = new Presence({ ignored: ['offline'], guard });
  let nextMs = -Infinity;
  let isWaiting = false;
  let isStopped = false;
  let cancel = (): void => {};

  function drawNow(): void {
    isWaiting = presence.absence !== undefined;
    if (isWaiting) return;
    const startMs = clock.monotonic();
    redraw();
    const pauseMs = Math.max(everyMs, (clock.monotonic() - startMs) / LONGEST_SHARE);
    nextMs = startMs + pauseMs;
    drawn(pauseMs);
    // The drawing itself may have changed the fleet.
    if (!isStopped) scheduleAt(isWaiting ? nextMs : Math.max(nextMs, startMs + LONGEST_PAUSE_MS));
  }

  function drawSoon(): void {
    isWaiting = true;
    scheduleAt(nextMs);
  }

  function scheduleAt(atMs: number): void {
    cancel();
    cancel = clock.schedule(drawNow, Math.max(0, atMs - clock.monotonic()));
  }

  presence.watch(() => {
    if (isWaiting && presence.absence === undefined) drawSoon();
  });
  drawNow();
  return {
    /** Schedules a drawing, as soon as the shortest pause is over. It is fast: a commit can call it for each entry. */
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
