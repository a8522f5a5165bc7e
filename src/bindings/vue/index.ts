export * from '../shared.js';
export { fleetKey, fleetPlugin, useFleet, useHydrateFleet, type FleetPluginOptions } from './fleet-plugin.js';
export * from './queries.js';
export * from './suspense.js';
export { useView, type Shown } from './use-view.js';
