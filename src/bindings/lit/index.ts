export type { Creation, CreationState } from '../creation.js';
export type { Readable } from '../readable.js';
export type { IdOptions, IdParameters } from '../selection.js';
export type { Id } from '../views-by-id.js';
export type { FleetSource, IdSource } from './fleet-source.js';
export * from './query-controllers.js';
export { ViewController } from './view-controller.js';
