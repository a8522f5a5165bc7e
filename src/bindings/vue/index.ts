export type { Creation, CreationState } from '../creation.js';
export type { IdOptions } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export { fleetKey, fleetPlugin, useFleet, type FleetPluginOptions } from './fleet-plugin.js';
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
export { useCreateDatabase, type UseCreateDatabaseReturn } from './use-create-database.js';
export { useSuspenseDatabase } from './use-suspense-database.js';
export { useView, type Shown } from './use-view.js';
