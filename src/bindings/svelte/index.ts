export type { Creation, CreationState } from '../creation.js';
export type { Readable } from '../readable.js';
export type { IdOptions } from '../selection.js';
export type { Id } from '../views-by-id.js';
export { setFleet, useFleet } from './fleet-context.js';
export * from './queries.js';
export { toReadable } from './to-readable.js';
export { useView, type Current, type MaybeGetter } from './use-view.js';
