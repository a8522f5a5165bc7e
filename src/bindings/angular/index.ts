export type { Creation, CreationState } from '../creation.js';
export type { IdOptions } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export { injectCreateDatabase, type InjectedCreation } from './inject-create-database.js';
export { injectView, type SelectOptions } from './inject-view.js';
export { injectFleet, provideFleet, type InjectOptions } from './provide-fleet.js';
export {
  injectDatabase,
  injectDatabaseEntry,
  injectDatabases,
  injectFleetSummary,
  injectLimits,
  injectPollingStatus,
  injectTransitions,
  injectVectorIndex,
  injectVectorIndices,
  type IdSource,
  type InjectByIdOptions,
  type SelectByIdOptions,
} from './queries.js';
