import type { Readable } from '../../../../bindings/react/index.js';
import { type Cell, createCell } from '../../../../core/store/cell.js';
import { Commits } from '../../../../core/store/commits.js';

/** A value of the page itself. Components subscribe to it as they subscribe to a view. */
export type Writable<T> = Readable<T> & Pick<Cell<T>, 'set'>;

/** @param onFirst called before the first subscriber gets the value. Its result is called when the last one has left */
export function createWritable<T>(initial: T, onFirst: () => () => void = () => () => {}): Writable<T> {
  let onLast = (): void => {};
  const { view, set } = createCell(new Commits(), initial, (isWatched) => {
    if (isWatched) onLast = onFirst();
    else onLast();
  });
  return Object.assign(view, { set });
}
