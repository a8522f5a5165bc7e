import { useCallback, useRef, useSyncExternalStore, useEffect, useState } from 'react';
import type { View } from '../../core/state/view.js';
import type { Clock } from '../../core/shared/clock.js';
import { useStdout } from 'ink';
import type { ScreenSize } from './board-layout.js';

/** Renders when a view changes. @param view must keep its reference, or the component subscribes again */
export function useView<T>(view: View<T>): T {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = view.subscribe(onChange);
      return () => subscription.unsubscribe();
    },
    [view],
  );
  return useSyncExternalStore(subscribe, () => view.value);
}

/** Renders when one of several views changes. @param views must keep its reference */
export function useViews<T>(views: readonly View<T>[]): readonly T[] {
  const shown = useRef<readonly T[]>([]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscriptions = views.map((view) => view.subscribe(onChange));
      return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
    },
    [views],
  );
  return useSyncExternalStore(subscribe, () => {
    const values = views.map(({ value }) => value);
    const isSame =
      values.length === shown.current.length && values.every((value, at) => Object.is(value, shown.current[at]));
    // React compares snapshots by reference, so equal values must give the same array.
    if (!isSame) shown.current = values;
    return shown.current;
  });
}

const TICK_MS = 1000;

/** Returns the time, Unix milliseconds. Renders once a second, for ages and countdowns. */
export function useNow(clock: Clock): number {
  const [, setTicks] = useState(0);
  useEffect(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      setTicks((ticks) => ticks + 1);
      cancel = clock.schedule(tick, TICK_MS);
    };
    cancel = clock.schedule(tick, TICK_MS);
    return () => cancel();
  }, [clock]);
  return clock.now();
}

/** Returns the size of the terminal. Renders when it changes. */
export function useScreenSize(): ScreenSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', onResize);
    return () => void stdout.off('resize', onResize);
  }, [stdout]);
  return size;
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): ScreenSize {
  return { columns, rows };
}
