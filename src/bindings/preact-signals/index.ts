export * from '../shared.js';
// One provider, and one `HydrateFleet`, serves the components of `fleetglass/preact` and `fleetglass/preact/signals`.
export { FleetProvider, HydrateFleet, useFleet, type FleetProviderProps } from '../preact/fleet-provider.js';
export * from './queries.js';
export { useView, type MaybeSignal } from './use-view.js';
