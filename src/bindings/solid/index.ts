export * from '../shared.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
export * from './queries.js';
export { useView, type MaybeAccessor } from './use-view.js';
