import type { Functions, HookTypes } from '../functions.js';
import { createCreationHook, useQuery } from '../hooks.js';
import * as queries from '../queries.js';
import { framework } from './use-view.js';

/**
 * Returns the record of a database.
 *
 * @example
 * const state = useDatabase(id, { select: (record) => record?.state });
 */
export const useDatabase: Functions<HookTypes>['database'] = (id, options) =>
  useQuery(framework, queries.database, [id], options);

/** Returns the entry of a database. */
export const useDatabaseEntry: Functions<HookTypes>['databaseEntry'] = (id, options) =>
  useQuery(framework, queries.databaseEntry, [id], options);

/** Returns the records of these databases, or of all known databases. */
export const useDatabases: Functions<HookTypes>['databases'] = (ids, options) =>
  useQuery(framework, queries.databases, [ids], options);

/** Returns the entry of each of these databases. */
export const useDatabaseEntries: Functions<HookTypes>['databaseEntries'] = (ids, options) =>
  useQuery(framework, queries.databaseEntries, [ids], options);

/** Returns the record of a vector index. */
export const useVectorIndex: Functions<HookTypes>['vectorIndex'] = (id, options) =>
  useQuery(framework, queries.vectorIndex, [id], options);

/** Returns the records of all vector indices of the account. */
export const useVectorIndices: Functions<HookTypes>['vectorIndices'] = (options) =>
  useQuery(framework, queries.vectorIndices, [], options);

/** Returns the limits of a database or a vector index with their usage. */
export const useLimits: Functions<HookTypes>['limits'] = (resource, id, options) =>
  useQuery(framework, queries.limits, [resource, id], options);

/** Returns a summary of all limits of the fleet. */
export const useFleetSummary: Functions<HookTypes>['fleetSummary'] = (options) =>
  useQuery(framework, queries.fleetSummary, [], options);

/** Returns the polling status. */
export const usePollingStatus: Functions<HookTypes>['pollingStatus'] = (options) =>
  useQuery(framework, queries.pollingStatus, [], options);

/** Returns the last transitions, newest first. */
export const useTransitions: Functions<HookTypes>['transitions'] = ({ id, limit } = {}) =>
  useQuery(framework, queries.transitions, [id, limit]);

/**
 * Returns functions that create a database, and the state of the creation.
 *
 * @example
 * ```tsx
 * const creation = useCreateDatabase({ onSuccess: ({ database_id }) => navigate(`/databases/${database_id}`) });
 * <button disabled={creation.isPending} onClick={() => creation.create(request)} />
 * {creation.error && <p role="alert">{creation.error.message}</p>}
 * ```
 */
export const useCreateDatabase = /* @__PURE__ */ createCreationHook(framework);
