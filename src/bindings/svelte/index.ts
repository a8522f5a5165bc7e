export * from '../shared.js';
export { setFleet, useFleet, useHydrateFleet } from './fleet-context.js';
export * from './queries.js';
export * from './suspense.js';
export { toReadable } from './to-readable.js';
export { useView, type Current, type MaybeGetter } from './use-view.js';
