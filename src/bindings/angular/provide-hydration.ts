import { inject, makeStateKey, PLATFORM_ID, provideEnvironmentInitializer, TransferState } from '@angular/core';
import type { EnvironmentProviders } from '@angular/core';
import { dehydrate } from '../../core/fleet/snapshot.js';
import type { FleetSnapshot } from '../../index.js';
import { hydrateOnce } from '../hydrate-fleet.js';
import { injectFleet } from './provide-fleet.js';

/** The number of snapshots of each application: a route may have its own fleet. */
const counts = new WeakMap<TransferState, number>();

/**
 * Hands the provided fleet of the server over to the page, in `TransferState`: all records that it has after the rendering,
 * without credentials. Add it beside each `provideFleet` of the configuration that server and page share. An invalid
 * snapshot, for example of another version, goes to the fleet's `onError`, and the fleet requests what the page shows.
 *
 * @example
 * providers: [provideFleet(() => createFleet({ baseUrl: '/fleet' })), provideFleetHydration()]
 */
export function provideFleetHydration(): EnvironmentProviders {
  return provideEnvironmentInitializer(() => {
    const fleet = injectFleet();
    const state = inject(TransferState);
    const count = (counts.get(state) ?? 0) + 1;
    counts.set(state, count);
    // The server and the page create the injectors of an application and its routes in the same order.
    const key = makeStateKey<FleetSnapshot>(`fleetglass ${count}`);
    if (inject(PLATFORM_ID) === 'server') state.onSerialize(key, () => dehydrate(fleet));
    else hydrateOnce(fleet, state.get(key, null));
  });
}
