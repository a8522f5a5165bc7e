import { isSameList } from '../core/shared/deep-equal.js';
import { afterViews, type Committed, type Readable } from './readable.js';

/**
 * Returns a function that returns one readable for a list of ids: the values of the ids, in their order, without those
 * that are `undefined`. It throws `TypeError` for a value that is no array.
 */
export function viewsOfList<T>(
  viewOf: (id: string) => Readable<T | undefined>,
): (ids: readonly string[]) => Readable<readonly T[]> {
  let views = new Map<string, Readable<T | undefined>>();
  return (ids) => {
    if (!Array.isArray(ids)) throw new TypeError('Expected an array of ids, such as [id].');
    const previous = views;
    views = new Map();
    for (const id of ids) if (!views.has(id)) views.set(id, previous.get(id) ?? viewOf(id));
    return joinReadables(views, [...ids]);
  };
}

function joinReadables<T>(
  views: ReadonlyMap<string, Readable<T | undefined>>,
  ids: readonly string[],
): Readable<readonly T[]> & Committed {
  let value: readonly T[] = [];
  function read(): readonly T[] {
    const now = ids.map((id) => views.get(id)?.value).filter((each) => each !== undefined);
    if (!isSameList(value, now)) value = now;
    return value;
  }
  return {
    get value() {
      return read();
    },
    commits: [...views.values()].map((view) => (view as Committed).commits).find(Boolean),
    subscribe(next) {
      let sent: readonly T[] | undefined;
      let isQueued = true;
      let isEnded = false;
      function send(): void {
        isQueued = false;
        if (!isEnded && sent !== read()) next((sent = read()));
      }
      const subscriptions = [...views.values()].map((view) =>
        view.subscribe(() => {
          if (isQueued) return;
          isQueued = true;
          // One notification for all ids of a commit.
          afterViews(view, send);
        }),
      );
      send();
      return {
        unsubscribe() {
          isEnded = true;
          // Later, so that an id that is also in the next list stays known, and its request continues.
          queueMicrotask(() => subscriptions.forEach((each) => each.unsubscribe()));
        },
      };
    },
  };
}
