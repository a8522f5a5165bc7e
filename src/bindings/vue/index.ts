export * from '../shared.js';
export { fleetKey, fleetPlugin, useFleet, type FleetPluginOptions } from './fleet-plugin.js';
export * from './queries.js';
export { useHydrateFleet } from './use-hydrate-fleet.js';
export * from './suspense.js';
export { useView, type Shown } from './use-view.js';
