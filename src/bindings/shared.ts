export type { CreationActions, CreationMembers, CreationOptions, CreationState } from './creation.js';
export type { HydrateFleetProps, SnapshotOfServer } from './hydrate-fleet.js';
export { prefetch } from './prefetch.js';
export type { Ids } from './queries.js';
export type { Readable } from './readable.js';
export type { DatabaseOptions, IdOptions, SelectOptions } from './selection.js';
export { throwOnError, type DatabaseEntry } from './tracked-entry.js';
export type { Id } from './views-by-id.js';
export type { AwaitedListOptions } from './waits.js';
