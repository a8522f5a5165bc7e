export { connectDevtools, type DevtoolsOptions } from './connect-devtools.js';
export { defineFleetInspector, type FleetInspector } from './fleet-inspector.js';
