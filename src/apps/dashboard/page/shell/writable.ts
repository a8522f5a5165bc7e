import type { Readable } from '../../../../bindings/react/index.js';
import { Commits } from '../../../../core/store/commits.js';
import { createSource } from '../../../../core/store/source.js';

/** A value of the page itself. Components subscribe to it as they subscribe to a view. */
export interface Writable<T> extends Readable<T> {
  /** Replaces the value. Subscribers are notified if the new value differs. */
  set(value: T): void;
}

/** @param onWatched called before the first subscriber gets the value, and when the last one has left */
export function createWritable<T>(initial: T, onWatched?: (isWatched: boolean) => void): Writable<T> {
  const commits = new Commits();
  let value = initial;
  const { view, changed } = createSource(commits, () => value, onWatched);
  const set = (next: T): void =>
    commits.commit(() => {
      value = next;
      changed();
    });
  return Object.assign(view, { set });
}
