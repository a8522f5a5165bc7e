export type { Creation, CreationState } from '../creation.js';
export type { Id } from '../questions.js';
export type { Readable } from '../readable.js';
// The same as those of `fleetglass/preact`: one provider serves the components of both.
export { FleetProvider, useFleet, type FleetProviderProps } from '../preact/fleet-provider.js';
export type { MaybeSignal } from './maybe-signal.js';
export { useCreateDatabase, type DatabaseCreation } from './use-create-database.js';
export { useDatabaseEntry } from './use-database-entry.js';
export { useDatabase } from './use-database.js';
export { useDatabases } from './use-databases.js';
export { useFleetSummary } from './use-fleet-summary.js';
export { useLimits } from './use-limits.js';
export { usePollingStatus } from './use-polling-status.js';
export { useTransitions, type UseTransitionsOptions } from './use-transitions.js';
export { useVectorIndex } from './use-vector-index.js';
export { useVectorIndices } from './use-vector-indices.js';
export { useView } from './use-view.js';
