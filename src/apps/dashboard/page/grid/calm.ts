import type { Readable } from '../../../../bindings/react/index.js';
import type { Clock } from '../../../../index.js';
import { createSource } from '../shell/source.js';

/** What is watched for changes; its value does not matter here. */
type Watched = { subscribe(listener: () => void): { unsubscribe(): void } };

/**
 * Computes something of what changes often, not more often than is good for eyes: at once after a rest, and once in
 * `intervalMs` as long as changes go on. Nothing is computed, and no timer set, while nobody looks.
 *
 * @param compute gets what it gave last, and gives the same where nothing in it is different.
 */
export function calm<T>(
  clock: Clock,
  watched: readonly Watched[],
  compute: (last: T | undefined) => T,
  intervalMs: (value: T) => number,
): Readable<T> {
  const source = createSource<T>(compute(undefined));
  let looking = 0;
  let isResting = true;
  let isDirty = false;
  let stop = (): void => {};
  let wake = (): void => {};

  function rest(): void {
    isResting = true;
    if (isDirty) work();
  }

  function work(): void {
    isDirty = true;
    if (!isResting) return;
    isDirty = false;
    isResting = false;
    source.put(compute(source.value));
    wake = clock.schedule(rest, intervalMs(source.value));
  }

  function start(): void {
    // A view tells its value at once to each that comes: here that is the first look.
    const subscriptions = watched.map((each) => each.subscribe(work));
    stop = () => {
      wake();
      isResting = true;
      subscriptions.forEach((subscription) => subscription.unsubscribe());
    };
  }

  return {
    get value() {
      return source.value;
    },
    subscribe(next) {
      const subscription = source.subscribe(next);
      if ((looking += 1) === 1) start();
      return {
        unsubscribe() {
          subscription.unsubscribe();
          if ((looking -= 1) === 0) stop();
        },
      };
    },
  };
}
