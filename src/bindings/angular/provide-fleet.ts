import {
  assertInInjectionContext,
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

/**
 * Provides a fleet to an application, or to a route.
 *
 * - The first injection calls a function, in an injection context and outside the zone of Angular. The injector disposes
 *   of that fleet when the injector is destroyed. On a server, that is after each render.
 * - A fleet that is passed directly is not disposed of: the code that created the fleet does that.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, { providers: [provideFleet(() => createFleet({ baseUrl: '/fleet' }))] });
 * ```
 */
export function provideFleet(fleet: Fleet | (() => Fleet)): EnvironmentProviders {
  const useFactory = (): Fleet => (typeof fleet === 'function' ? createScopedFleet(fleet) : fleet);
  return makeEnvironmentProviders([{ provide: FLEET, useFactory }]);
}

function createScopedFleet(create: () => Fleet): Fleet {
  // The timers of polling run in the zone in which the fleet is created.
  const fleet = inject(NgZone).runOutsideAngular(create);
  inject(DestroyRef).onDestroy(() => fleet.dispose());
  return fleet;
}

/**
 * Returns the provided fleet.
 *
 * @throws Error if no fleet is provided
 */
export function injectFleet({ injector }: InjectOptions = {}): Fleet {
  if (injector === undefined) assertInInjectionContext(injectFleet);
  const fleet = (injector ?? inject(Injector)).get(FLEET, null);
  if (fleet === null) throw new Error('There is no provideFleet(…) among the providers.');
  return fleet;
}
