export type { Creation, CreationState } from '../creation.js';
export type { IdOptions } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
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
export { useView, type MaybeAccessor } from './use-view.js';
