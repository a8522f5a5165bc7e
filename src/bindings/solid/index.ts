export * from '../shared.js';
export { FleetProvider, HydrateFleet, useFleet, type FleetProviderProps } from './fleet-provider.js';
export * from './queries.js';
export * from './suspense.js';
export { useView, type MaybeAccessor } from './use-view.js';
