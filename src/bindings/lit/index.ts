export * from '../shared.js';
export type { FleetSource, IdSource } from './fleet-source.js';
export * from './query-controllers.js';
export { ViewController } from './view-controller.js';
