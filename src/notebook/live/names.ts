import type { LiveRun } from './live-run.js';

/** The running live displays by name, in each place of names. */
const places = new WeakMap<object, Map<string, LiveRun>>();

/**
 * Ends the run that has this name, and gives the name to another run until its end.
 *
 * @param place names of different places are independent
 */
export function claimName(place: object, name: string, run: LiveRun): void {
  const names = places.get(place) ?? new Map<string, LiveRun>();
  places.set(place, names);
  const earlier = names.get(name);
  if (earlier === run || run.hasEnded) return;
  names.set(name, run);
  earlier?.end('replaced');
  void run.done.then(() => {
    if (names.get(name) === run) names.delete(name);
  });
}
