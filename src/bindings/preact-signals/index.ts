export * from '../shared.js';
// One provider, and one `HydrateFleet`, serves the components of `fleetglass/preact` and `fleetglass/preact/signals`.
export { FleetProvider, useFleet, type FleetProviderProps } from '../preact/fleet-provider.js';
export { HydrateFleet } from '../preact/hydrate-fleet.js';
export * from './queries.js';
export { useView, type MaybeSignal } from './use-view.js';
