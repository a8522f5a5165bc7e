export type { Creation, CreationState } from '../creation.js';
export type { Readable } from '../readable.js';
export type { IdOptions } from '../selection.js';
export type { Id } from '../views-by-id.js';
export { fleetKey, fleetPlugin, useFleet, type FleetPluginOptions } from './fleet-plugin.js';
export * from './queries.js';
export { useSuspenseDatabase } from './use-suspense-database.js';
export { useView, type Shown } from './use-view.js';
