import { hasInjectionContext, inject, toValue, watch, type App, type InjectionKey, type MaybeRefOrGetter } from 'vue';
import type { Fleet } from '../../index.js';
import { hydrateOnce, type SnapshotOfServer } from '../hydrate-fleet.js';

/** The injection key of the fleet. `provide(fleetKey, fleet)` provides another fleet to a part of the tree. */
export const fleetKey: InjectionKey<Fleet> = Symbol('fleet');

/** The options of the plugin. */
export interface FleetPluginOptions {
  readonly fleet: Fleet;
}

/**
 * Provides a fleet to all components of an app. The code that created the fleet disposes of it, not the plugin.
 *
 * @example
 * ```ts
 * const fleet = createFleet({ baseUrl: '/fleet' });
 *
 * createApp(App).use(fleetPlugin, { fleet }).mount('#app');
 * ```
 */
export const fleetPlugin = {
  install: (app: App, { fleet }: FleetPluginOptions): void => void app.provide(fleetKey, fleet),
};

/**
 * Returns the fleet of the app, or the fleet of the nearest `provide(fleetKey, fleet)` above.
 *
 * @throws Error if there is no fleet, or outside of `setup`
 */
export function useFleet(): Fleet {
  const fleet = hasInjectionContext() ? inject(fleetKey, undefined) : undefined;
  if (fleet === undefined) {
    throw new Error(
      'There is no fleet here. Is app.use(fleetPlugin, { fleet }) missing, or is this outside of setup()?',
    );
  }
  return fleet;
}

/**
 * Restores the snapshot of a server, from `dehydrate`, at once and when the ref or getter has another snapshot. Call it in
 * `setup`: the first render then shows its records. Newer records stay. An invalid snapshot, for example of another version,
 * goes to the fleet's `onError`, and the fleet requests what the components show.
 *
 * @example
 * useHydrateFleet(() => props.snapshot);
 */
export function useHydrateFleet(snapshot: MaybeRefOrGetter<SnapshotOfServer>): void {
  const fleet = useFleet();
  const hydrate = (now: SnapshotOfServer): void => hydrateOnce(fleet, now);
  watch(() => toValue(snapshot), hydrate, { immediate: true, flush: 'sync' });
}
