export type { Creation, CreationState } from '../creation.js';
export type { IdOptions, IdParameters } from '../keep-previous.js';
export type { Id } from '../queries.js';
export type { Readable } from '../readable.js';
export { CreateDatabaseController } from './create-database-controller.js';
export type { FleetSource, IdSource } from './fleet-source.js';
export {
  DatabaseController,
  DatabaseEntryController,
  DatabasesController,
  FleetSummaryController,
  LimitsController,
  PollingStatusController,
  TransitionsController,
  VectorIndexController,
  VectorIndicesController,
} from './query-controllers.js';
export { ViewController } from './view-controller.js';
