import type { Readable } from '../../../../bindings/react/index.js';
import { createAlarm } from '../../../../core/polling/alarm.js';
import type { Clock } from '../../../../index.js';
import { createWritable } from '../shell/writable.js';

/** A source of change notifications. Its values are ignored. */
export type ChangeSource = { subscribe(listener: () => void): { unsubscribe(): void } };

export interface Throttled<T> extends Readable<T> {
  /** Computes the value now if a source has changed since the last computation. */
  flush(): void;
}

/**
 * Computes a value from sources that change often, at a limited rate: at once after a quiet interval, then at most once
 * in `intervalMs`. Without subscribers nothing is computed and no timer runs.
 *
 * @param compute gets its last result, and returns the same reference if nothing changed.
 */
export function throttle<T>(
  clock: Clock,
  watched: readonly ChangeSource[],
  compute: (last: T | undefined) => T,
  intervalMs: (value: T) => number,
): Throttled<T> {
  let isDirty = false;
  /** When the interval after the last computation ends. */
  let quietMs = -Infinity;
  let subscriptions: readonly ReturnType<ChangeSource['subscribe']>[] = [];
  const setAlarm = createAlarm(clock, flush);
  const source = createWritable(compute(undefined), (isWatched) => {
    setAlarm(Infinity);
    quietMs = -Infinity;
    subscriptions.forEach((subscription) => subscription.unsubscribe());
    // Each view emits its value on subscription. This causes the first computation.
    subscriptions = isWatched ? watched.map((each) => each.subscribe(onChange)) : [];
  });

  function onChange(): void {
    isDirty = true;
    if (clock.monotonic() < quietMs) setAlarm(quietMs);
    else flush();
  }

  function flush(): void {
    if (!isDirty) return;
    isDirty = false;
    setAlarm(Infinity);
    const value = compute(source.value);
    quietMs = clock.monotonic() + intervalMs(value);
    source.set(value);
  }

  return Object.assign(source, { flush });
}
