import {
  DestroyRef,
  inject,
  InjectionToken,
  Injector,
  makeEnvironmentProviders,
  NgZone,
  type EnvironmentProviders,
} from '@angular/core';
import type { Fleet } from '../../index.js';

/** The options of every `inject…` function. */
export interface InjectOptions {
  /** The injector of the fleet. Its end also ends the subscription. @default the current injection context */
  readonly injector?: Injector | undefined;
}

const FLEET = new InjectionToken<Fleet>('fleetglass');

/** Ends with the application. Angular does not destroy the injectors of routes then. */
const APPLICATION = /* @__PURE__ */ new InjectionToken('fleetglass root', { factory: () => inject(DestroyRef) });

/**
 * Provides a fleet to an application, or to a route.
 *
 * - The first injection calls a function, in an injection context and outside the zone of Angular. The injector disposes
 *   of that fleet when the injector or the application is destroyed. On a server, that is after each render.
 * - A fleet that is passed directly is not disposed of: the code that created the fleet does that.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, { providers: [provideFleet(() => createFleet({ baseUrl: '/fleet' }))] });
 * ```
 */
export function provideFleet(fleet: Fleet | (() => Fleet)): EnvironmentProviders {
  const useFactory = (): Fleet => {
    if (typeof fleet !== 'function') return fleet;
    // The timers of polling run in the zone in which the fleet is created.
    const scoped = inject(NgZone).runOutsideAngular(fleet);
    const dispose = (): void => scoped.dispose();
    inject(DestroyRef).onDestroy(dispose);
    inject(DestroyRef).onDestroy(inject(APPLICATION).onDestroy(dispose));
    return scoped;
  };
  return makeEnvironmentProviders([{ provide: FLEET, useFactory }]);
}

/** Returns the provided fleet. @throws Error if no fleet is provided */
export function injectFleet({ injector = inject(Injector) }: InjectOptions = {}): Fleet {
  const fleet = injector.get(FLEET, null);
  if (!fleet) throw new Error('There is no provideFleet(…) among the providers.');
  return fleet;
}
