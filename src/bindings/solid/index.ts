export * from '../shared.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
export { HydrateFleet } from './hydrate-fleet.js';
export * from './queries.js';
export * from './suspense.js';
export { useView, type MaybeAccessor } from './use-view.js';
