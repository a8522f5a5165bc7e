import type { Readable } from '../../../../bindings/react/index.js';
import { createCell } from '../../../../core/store/cell.js';
import { Commits } from '../../../../core/store/commits.js';

/** A value of the page itself. Components subscribe to it as they subscribe to a view. */
export interface Writable<T> extends Readable<T> {
  /** Replaces the value. Subscribers are notified if the new value differs. */
  set(value: T): void;
}

/** @param onFirst called before the first subscriber gets the value. It returns a function for the end of the last one */
export function createWritable<T>(initial: T, onFirst: () => () => void = () => () => {}): Writable<T> {
  let onLast = (): void => {};
  const { view, set } = createCell(new Commits(), initial, (isWatched) => {
    if (isWatched) onLast = onFirst();
    else onLast();
  });
  return Object.assign(view, { set });
}
