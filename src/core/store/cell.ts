import type { Commits } from './commits.js';
import { createSource, type Source } from './source.js';

export interface Cell<T> extends Pick<Source<T>, 'view'> {
  /** Sets the value in a commit. Does not notify if the value is the same by `Object.is`. */
  set(value: T): void;
}

export function createCell<T>(commits: Commits, initial: T): Cell<T> {
  let value = initial;
  const { view, changed } = createSource(commits, () => value);
  const set = (next: T): void =>
    commits.commit(() => {
      value = next;
      changed();
    });
  return { view, set };
}
