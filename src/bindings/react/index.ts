'use client';
export type { Creation, CreationState } from '../creation.js';
export type { Readable } from '../readable.js';
export type { IdOptions } from '../selection.js';
export type { Id } from '../views-by-id.js';
export { FleetProvider, useFleet, type FleetProviderProps } from './fleet-provider.js';
export * from './hooks.js';
export { useSuspenseDatabase } from './use-suspense-database.js';
export { useView } from './use-view.js';
