export * from '../shared.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
export * from './hooks.js';
export { HydrateFleet } from './hydrate-fleet.js';
export * from './suspense.js';
export { useView } from './use-view.js';
