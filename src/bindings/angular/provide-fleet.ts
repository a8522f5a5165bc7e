import {
  assertInInjectionContext,
  DestroyRef,
  inject,
  InjectionToken,
  makeEnvironmentProviders,
  NgZone,
  type EnvironmentProviders,
} from '@angular/core';
import type { Fleet } from '../../index.js';
import type { InjectOptions } from './inject-options.js';

const FLEET = new InjectionToken<Fleet>('fleetglass');

/**
 * Provides a fleet to an application, or to a route.
 *
 * - A function makes it when it is first injected, in an injection context and outside Angular's zone. It is disposed
 *   of with the injector, on a server after each rendering.
 * - A fleet itself is disposed of by whoever made it.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, { providers: [provideFleet(() => createFleet({ baseUrl: '/fleet' }))] });
 * ```
 */
export function provideFleet(fleet: Fleet | (() => Fleet)): EnvironmentProviders {
  const useFactory = (): Fleet => (typeof fleet === 'function' ? makeFleet(fleet) : fleet);
  return makeEnvironmentProviders([{ provide: FLEET, useFactory }]);
}

function makeFleet(make: () => Fleet): Fleet {
  // What it arms a timer in, it polls in.
  const fleet = inject(NgZone).runOutsideAngular(make);
  inject(DestroyRef).onDestroy(() => fleet.dispose());
  return fleet;
}

/**
 * The fleet that is provided.
 *
 * @throws Error where there is none
 */
export function injectFleet({ injector }: InjectOptions = {}): Fleet {
  if (injector === undefined) assertInInjectionContext(injectFleet);
  const fleet = injector === undefined ? inject(FLEET, { optional: true }) : injector.get(FLEET, null);
  if (fleet === null) throw new Error('There is no provideFleet(…) among the providers.');
  return fleet;
}
