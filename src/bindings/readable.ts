import type { Commits } from '../core/store/commits.js';
import type { Guard } from '../core/store/guard.js';
import type { View } from '../index.js';

/** The part of a view that a binding needs: a current value, and notification of changes. Every `View<T>` is a `Readable<T>`. */
export interface Readable<T> {
  /** Keeps its reference until it changes. */
  readonly value: T;
  /** Calls `next` with the current value at once, then with each new value. */
  subscribe(next: (value: T) => void): { unsubscribe(): void };
}

/** A member that all views of a fleet share. A readable that is no view, such as a creation, does not have it. */
export interface Committed {
  readonly commits?: Pick<Commits, 'afterViews'> | undefined;
}

/** The guard of the fleet of a view, which reports errors to `onError`. */
export function guardOf(view: View<unknown>): Guard {
  return (view as unknown as { readonly commits: Commits }).commits.guard;
}

/** Inside a notification: runs a task after all views of the running commit; at once for a readable that is no view. */
export function afterViews(readable: Readable<unknown>, task: () => void): void {
  const { commits } = readable as Committed;
  if (commits === undefined) task();
  else commits.afterViews(task);
}

export function constantReadable<T>(value: T): Readable<T> {
  return {
    value,
    subscribe(next) {
      next(value);
      return { unsubscribe: () => {} };
    },
  };
}

/** Returns a readable whose value is mapped. `map` must return the same reference until its result changes. */
export function mapReadable<T, Mapped>(source: Readable<T>, map: (value: T) => Mapped): Readable<Mapped> & Committed {
  return {
    get value() {
      return map(source.value);
    },
    commits: (source as Committed).commits,
    subscribe(next) {
      let last: { readonly value: Mapped } | undefined;
      return source.subscribe(() => {
        const value = map(source.value);
        if (last && Object.is(last.value, value)) return;
        last = { value };
        next(value);
      });
    },
  };
}
