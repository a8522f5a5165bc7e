/** Another package, and the import that a program needs. */
export interface PeerImport {
  readonly specifier: string;
  readonly names: readonly string[];
}

/** The packages for the compared tasks: to store records and notify subscribers, or to check a record. */
export const peerImports: readonly PeerImport[] = [
  { specifier: '@tanstack/query-core', names: ['QueryClient', 'QueryObserver'] },
  {
    specifier: '@reduxjs/toolkit',
    names: ['configureStore', 'createSlice', 'createEntityAdapter', 'createSelector'],
  },
  { specifier: 'mobx', names: ['observable', 'computed', 'reaction', 'runInAction'] },
  { specifier: 'zustand/vanilla', names: ['createStore'] },
  { specifier: 'rxjs', names: ['BehaviorSubject', 'Subject', 'map', 'distinctUntilChanged'] },
  { specifier: 'valibot', names: ['parse', 'object', 'array', 'string', 'number', 'boolean', 'picklist'] },
  { specifier: 'zod', names: ['object', 'array', 'string', 'number', 'boolean', 'enum'] },
  { specifier: 'ajv', names: ['Ajv'] },
];
