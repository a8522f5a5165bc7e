import * as hooks from '../hooks.js';
import * as queries from '../queries.js';
import { framework } from './use-view.js';

/**
 * Returns the record of a database, or `undefined` without a record or an id. The database is polled while the
 * component is mounted.
 *
 * @example
 * const state = useDatabase(id, { select: (record) => record?.state });
 */
export const useDatabase = /* @__PURE__ */ hooks.createIdHook(framework, queries.database);

/**
 * Returns the entry of a database: its record with its status, error and time of confirmation, and `refetch`. The component
 * renders when a member that it reads changes. The entry of an invalid id has the error `invalid-request`.
 *
 * @example
 * const { record, error } = useDatabaseEntry(id);
 */
export const useDatabaseEntry = /* @__PURE__ */ hooks.createEntryHook(framework);

/**
 * Returns the records of these databases, in their order, without those that are not known yet; without ids, the
 * records of all known databases. For a long list, read the ids (`useView(fleet.databases.tracked)`) and call
 * `useDatabase` in each row.
 *
 * @example
 * const suspended = useDatabases(ids, { select: (all) => all.filter(({ state }) => state === 'suspended').length });
 */
export const useDatabases = /* @__PURE__ */ hooks.createDatabasesHook(framework);

/** Returns the entry of each of these databases, in their order. */
export const useDatabaseEntries = /* @__PURE__ */ hooks.createEntriesHook(framework);

/**
 * Returns the record of a vector index, or `undefined` without a record or an id. The list of indices is polled while
 * the component is mounted.
 */
export const useVectorIndex = /* @__PURE__ */ hooks.createIndexHook(framework);

/** Returns the records of all vector indices of the account. The list is polled while the component is mounted. */
export const useVectorIndices = /* @__PURE__ */ hooks.createFleetHook(framework, queries.vectorIndices);

/**
 * Returns the limits of a database or a vector index with their usage. The list is empty without a record or an id.
 *
 * @example
 * const isFull = useLimits('database', id, { select: (all) => all.some(({ status }) => status === 'exceeded') });
 */
export const useLimits = /* @__PURE__ */ hooks.createLimitsHook(framework);

/** Returns a summary of all limits of the fleet. */
export const useFleetSummary = /* @__PURE__ */ hooks.createFleetHook(framework, queries.fleetSummary);

/**
 * Returns the polling status: whether polling runs, why it pauses, and counts of databases and requests. Each request
 * changes the status; `select` chooses what matters.
 */
export const usePollingStatus = /* @__PURE__ */ hooks.createFleetHook(framework, queries.pollingStatus);

/**
 * Returns the last transitions, newest first, including earlier ones. To run code for each transition, subscribe to
 * `transitionsOf(fleet)` in an effect.
 *
 * @throws FleetError `invalid-request` if the limit is not an integer of 0 or more
 * @example
 * const transitions = useTransitions({ id, limit: 10 });
 */
export const useTransitions = /* @__PURE__ */ hooks.createTransitionsHook(framework);

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
export const useCreateDatabase = /* @__PURE__ */ hooks.createCreationHook(framework);
