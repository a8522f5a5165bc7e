import type { Fleet, Transition } from '../index.js';
import type { Readable } from './readable.js';

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
  function read(): readonly Transition[] {
    if (seen === transitions.latest) return recent;
    const added: Transition[] = [];
    const take = (each: Transition): void => void ((id === undefined || each.id === id) && added.unshift(each));
    transitions.since(seen).subscribe(take).unsubscribe();
    seen = transitions.latest;
    if (added.length > 0) recent = [...added, ...recent].slice(0, Math.max(0, limit));
    return recent;
  }
  return {
    get value() {
      return read();
    },
    subscribe(next) {
      let said = read();
      next(said);
      return transitions.subscribe(() => {
        const now = read();
        if (now === said) return;
        said = now;
        next(now);
      });
    },
  };
}
