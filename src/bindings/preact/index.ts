export type { Creation, CreationState } from '../creation.js';
export type {
  UseCreateDatabase,
  UseDatabase,
  UseDatabaseEntry,
  UseDatabases,
  UseFleetSummary,
  UseLimits,
  UsePollingStatus,
  UseTransitions,
  UseVectorIndex,
  UseVectorIndices,
} from '../hooks.js';
export type { IdOptions } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
export {
  useCreateDatabase,
  useDatabase,
  useDatabaseEntry,
  useDatabases,
  useFleetSummary,
  useLimits,
  usePollingStatus,
  useTransitions,
  useVectorIndex,
  useVectorIndices,
} from './hooks.js';
export { useView } from './use-view.js';
