export type { Creation, CreationState } from '../creation.js';
// One provider serves the components of `fleetglass/preact` and `fleetglass/preact/signals`.
export { FleetProvider, useFleet, type FleetProviderProps } from '../preact/fleet-provider.js';
export type { IdOptions } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export {
  useDatabase,
  useDatabaseEntry,
  useDatabases,
  useFleetSummary,
  useLimits,
  usePollingStatus,
  useTransitions,
  useVectorIndex,
  useVectorIndices,
  type UseTransitionsOptions,
} from './queries.js';
export { useCreateDatabase, type DatabaseCreation } from './use-create-database.js';
export { useView, type MaybeSignal } from './use-view.js';
