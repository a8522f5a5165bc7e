export type { Creation, CreationState } from '../creation.js';
export type { Readable } from '../readable.js';
export type { IdOptions } from '../selection.js';
export type { Id } from '../views-by-id.js';
export { injectView, type SelectOptions } from './inject-view.js';
export { injectFleet, provideFleet, type InjectOptions } from './provide-fleet.js';
export * from './queries.js';
