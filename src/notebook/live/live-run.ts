import { onAbort } from '../../core/shared/on-abort.js';
import { attemptDrawing, type Drawing } from './attempt-drawing.js';
import type { LiveSettings } from './live-options.js';
import { startRedrawLoop } from './redraw-loop.js';
import { watchFleet } from './watch-fleet.js';

/**
 * Why a live display ended.
 *
 * - `stopped`: by `stop`, by `using`, or because its last reader left.
 * - `time`: `forMs` is over.
 * - `aborted`: by its signal.
 * - `replaced`: a live display of the same name started. The cell ran again.
 * - `disposed`: the fleet was disposed.
 */
export type LiveEnd = 'stopped' | 'time' | 'aborted' | 'replaced' | 'disposed';

/** All that a live display shows. */
export interface LiveState extends Drawing {
  /** When the display ends or has ended, Unix milliseconds. */
  readonly until: number;
  readonly end: LiveEnd | undefined;
}

/** A place that shows a live display. */
export interface LiveObserver {
  readonly next: (state: LiveState) => void;
  readonly complete?: (() => void) | undefined;
  /** Asked before each redraw. The subscription ends if the place is gone. */
  readonly hasLeft?: (() => boolean) | undefined;
}

/** The one loop behind a live display, in however many places it is shown. */
export interface LiveRun {
  readonly done: Promise<LiveEnd>;
  readonly hasEnded: boolean;
  /**
   * Calls `next` at once and after each change of the state, then `complete` at the end. The first subscription starts
   * the run. The run ends when the last subscription ends.
   */
  subscribe(observer: LiveObserver): { unsubscribe(): void };
  /** Ends the run. A later call does nothing. */
  end(reason: LiveEnd): void;
}

/** @param onStart called once, before the first drawing */
export function createLiveRun(settings: LiveSettings, onStart: () => void): LiveRun {
  const { fleet, kernel, everyMs, forMs, signal, clock } = settings;
  const { guard } = kernel.commits;
  const observers = new Set<LiveObserver>();
  const stops: (() => void)[] = [];
  let state: LiveState = { display: undefined, problem: undefined, until: 0, end: undefined };
  let isStarted = false;
  let resolveDone: (reason: LiveEnd) => void;
  const done = new Promise<LiveEnd>((resolve) => {
    resolveDone = resolve;
  });

  function set(change: Partial<LiveState>): void {
    const before = state;
    state = { ...before, ...change };
    const { display, problem, end } = state;
    if (display === before.display && problem === before.problem && end === before.end) return;
    for (const observer of observers) guard.run(() => observer.next(state));
  }

  function redraw(): void {
    for (const observer of observers) if (observer.hasLeft?.()) unsubscribe(observer);
    if (state.end === undefined) set(attemptDrawing(settings, state));
  }

  function unsubscribe(observer: LiveObserver): void {
    if (observers.delete(observer) && observers.size === 0) end('stopped');
  }

  function start(): void {
    isStarted = true;
    state = { ...state, until: clock.now() + forMs };
    onStart();
    const loop = startRedrawLoop({ clock, everyMs, guard, redraw });
    stops.push(loop.stop);
    stops.push(watchFleet(fleet, kernel, { changed: loop.changed, disposed: () => end('disposed') }));
    if (forMs < Infinity) stops.push(clock.schedule(() => end('time'), forMs));
    if (signal !== undefined) stops.push(onAbort(signal, () => end('aborted')));
    // The fleet or the signal may have ended before.
    if (signal?.aborted) end('aborted');
    if (state.end !== undefined) release();
  }

  function release(): void {
    for (const stop of stops.splice(0)) stop();
  }

  function end(reason: LiveEnd): void {
    if (state.end !== undefined) return;
    release();
    set({ end: reason, until: clock.now() });
    resolveDone(reason);
    for (const observer of observers) guard.run(() => observer.complete?.());
    observers.clear();
  }

  return {
    done,
    get hasEnded() {
      return state.end !== undefined;
    },
    end,
    subscribe(observer) {
      if (!isStarted && state.end === undefined) start();
      observer.next(state);
      if (state.end !== undefined) observer.complete?.();
      else observers.add(observer);
      return { unsubscribe: () => unsubscribe(observer) };
    },
  };
}
