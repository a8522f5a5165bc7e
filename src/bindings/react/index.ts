'use client';
export * from '../shared.js';
export { FleetProvider, HydrateFleet, useFleet, type FleetProviderProps } from './fleet-provider.js';
export * from './hooks.js';
export * from './suspense.js';
export { useView } from './use-view.js';
