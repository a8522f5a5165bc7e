import type { Clock } from '../../core/shared/clock.js';
import type { Sighting } from './story-event.js';

/** What was seen, in order, and a way to wait for more. */
export interface Sightings {
  readonly all: readonly Sighting[];
  add(sighting: Sighting): void;
  /**
   * Waits until something is seen that was not there before the `from`-th sighting.
   *
   * @returns `undefined` when it was not seen in time.
   * @throws the signal's reason
   */
  next(isIt: (sighting: Sighting) => boolean, wait: SightingWait): Promise<Sighting | undefined>;
}

export interface SightingWait {
  readonly from: number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

export function createSightings(clock: Clock): Sightings {
  const all: Sighting[] = [];
  const listeners = new Set<() => void>();

  return {
    all,
    add(sighting) {
      all.push(sighting);
      for (const listener of listeners) listener();
    },
    next: (isIt, { from, deadlineMs, signal }) =>
      new Promise((resolve, reject) => {
        const found = (): Sighting | undefined => all.slice(from).find(isIt);
        const end = (): void => {
          cancel();
          listeners.delete(look);
          signal.removeEventListener('abort', end);
          if (signal.aborted) reject(signal.reason);
          else resolve(found());
        };
        const look = (): void => (found() === undefined ? undefined : end());
        const cancel = clock.schedule(end, deadlineMs);
        listeners.add(look);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
        else look();
      }),
  };
}
