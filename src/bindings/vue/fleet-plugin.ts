import { hasInjectionContext, inject, type App, type InjectionKey } from 'vue';
import type { Fleet } from '../../index.js';

/** Under what a fleet is provided: for `provide(fleetKey, fleet)`, which gives a part of the tree another fleet. */
export const fleetKey: InjectionKey<Fleet> = Symbol('fleet');

export interface FleetPluginOptions {
  readonly fleet: Fleet;
}

/**
 * Gives a fleet to all components of an app. It does not dispose of it: whoever made the fleet does.
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
 * The fleet of the app, or that of the nearest `provide(fleetKey, fleet)` above.
 *
 * @throws Error where there is none, and outside of `setup`, where nothing can be injected
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
