export * from '../shared.js';
export { injectView } from './inject-view.js';
export { injectFleet, provideFleet, type InjectOptions } from './provide-fleet.js';
export { provideFleetHydration } from './provide-hydration.js';
export * from './queries.js';
export * from './resources.js';
