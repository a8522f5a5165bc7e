export * from '../shared.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
export * from './hooks.js';
export { useView } from './use-view.js';
