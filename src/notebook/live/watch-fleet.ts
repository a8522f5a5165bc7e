import { unconfirmedCreatesOf } from '../../core/fleet/unconfirmed-creates.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import type { View } from '../../core/store/view.js';

/** The functions that {@link watchFleet} calls. */
export interface FleetWatcher {
  /** Anything that a drawing can show has changed. Called inside commits, so it must be fast and draw nothing. */
  changed(): void;
  disposed(): void;
}

/**
 * Watches all entries, the usage and the polling of a fleet. It makes no id known and no id observed, so that it causes
 * no request. If the fleet is disposed already, it calls `disposed` at once.
 *
 * @returns a function that ends this
 */
export function watchFleet(fleet: Fleet, kernel: Kernel, { changed, disposed }: FleetWatcher): () => void {
  const views: readonly View<unknown>[] = [fleet.databases.tracked, unconfirmedCreatesOf(fleet), fleet.polling.status];
  let isWatching = false;
  // Each view emits its current value at once, which is no change.
  const next = (): void => void (isWatching && changed());
  const subscriptions = views.map((view) => view.subscribe({ next, complete: disposed }));
  const stops = [
    kernel.databases.onChange(changed),
    kernel.indices.onChange(changed),
    usagePart(kernel).onChange(changed),
    ...subscriptions.map((subscription) => () => subscription.unsubscribe()),
  ];
  isWatching = true;
  return () => stops.forEach((stop) => stop());
}
