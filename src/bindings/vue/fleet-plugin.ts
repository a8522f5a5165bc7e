import { hasInjectionContext, inject, type App, type InjectionKey } from 'vue';
import type { Fleet } from '../../index.js';

/** The injection key of the fleet. `provide(fleetKey, fleet)` provides another fleet to a part of the tree. */
export const fleetKey: InjectionKey<Fleet> = Symbol('fleet');

/** The options of the plugin. */
export interface FleetPluginOptions {
  readonly fleet: Fleet;
}

/**
 * Provides a fleet to all components of an app. The plugin does not dispose of the fleet: the code that created the fleet
 * does.
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
