export type { Creation, CreationState } from '../creation.js';
export type { IdOptions } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export { setFleet, useFleet } from './fleet-context.js';
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
} from './queries.js';
export { toReadable } from './to-readable.js';
export { useCreateDatabase, type UseCreateDatabaseReturn } from './use-create-database.js';
export { useView, type Current, type MaybeGetter } from './use-view.js';
