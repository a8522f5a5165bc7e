import type { Commits } from './commits.js';
import { createSource } from './source.js';
import type { View } from './view.js';

export interface Cell<T> {
  readonly view: View<T>;
  /** Sets the value in a commit. Does not notify if the value is the same by `Object.is`. */
  set(value: T): void;
  complete(): void;
}

export function createCell<T>(commits: Commits, initial: T): Cell<T> {
  let value = initial;
  const source = createSource(commits, () => value);
  return {
    view: source.view,
    set(next) {
      commits.commit(() => {
        value = next;
        source.changed();
      });
    },
    complete: source.complete,
  };
}
