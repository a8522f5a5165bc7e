export type { Creation, CreationState } from '../creation.js';
// One provider serves the components of `fleetglass/preact` and `fleetglass/preact/signals`.
export { FleetProvider, useFleet, type FleetProviderProps } from '../preact/fleet-provider.js';
export type { Readable } from '../readable.js';
export type { IdOptions } from '../selection.js';
export type { Id } from '../views-by-id.js';
export * from './queries.js';
export { useView, type MaybeSignal } from './use-view.js';
