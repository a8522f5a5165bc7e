import type { Fleet, Transition } from '../index.js';
import type { Readable } from './readable.js';
import { selected } from './selected.js';

export interface RecentTransitionsOptions {
  /** Of one database alone. @default all */
  readonly id?: string | undefined;
  /** How many are shown. @default 50 */
  readonly limit?: number | undefined;
}

const DEFAULT_LIMIT = 50;

/** The last transitions, newest first, of those that the fleet keeps: with those from before anybody asked. */
export function recentTransitions(
  { transitions }: Pick<Fleet, 'transitions'>,
  { id, limit = DEFAULT_LIMIT }: RecentTransitionsOptions = {},
): Readable<readonly Transition[]> {
  let seen = 0;
  let recent: readonly Transition[] = [];
  const latest: Readable<number> = {
    get value() {
      return transitions.latest;
    },
    subscribe(next) {
      next(transitions.latest);
      return transitions.subscribe(() => next(transitions.latest));
    },
  };
  return selected(latest, (now) => {
    // Not even for a moment: a fleet that somebody subscribes to begins to poll, and this may be a server that renders.
    if (now === seen) return recent;
    const added: Transition[] = [];
    const take = (each: Transition): void => void ((id === undefined || each.id === id) && added.unshift(each));
    transitions.since(seen).subscribe(take).unsubscribe();
    seen = now;
    if (added.length > 0) recent = [...added, ...recent].slice(0, Math.max(0, limit));
    return recent;
  });
}
