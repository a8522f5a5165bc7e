import { limitSummaryOf } from '../../core/limits/limit-summary.js';
import {
  createFleetHook,
  createIdHook,
  createUseCreateDatabase,
  createUseLimits,
  createUseTransitions,
  type UseCreateDatabase,
  type UseDatabase,
  type UseDatabaseEntry,
  type UseDatabases,
  type UseFleetSummary,
  type UseLimits,
  type UsePollingStatus,
  type UseTransitions,
  type UseVectorIndex,
  type UseVectorIndices,
} from '../hooks.js';
import { databaseEntryQuery, databaseQuery, vectorIndexQuery } from '../queries.js';
import { framework } from './use-view.js';

/** Reads the record of a database. */
export const useDatabase: UseDatabase = /* @__PURE__ */ createIdHook(framework, databaseQuery);

/** Reads the record of a database with its status, error and time of confirmation. */
export const useDatabaseEntry = /* @__PURE__ */ createIdHook(framework, databaseEntryQuery) as UseDatabaseEntry;

/** Reads the records of all known databases. */
export const useDatabases: UseDatabases = /* @__PURE__ */ createFleetHook(framework, (fleet) => fleet.databases.all);

/** Reads the record of a vector index. */
export const useVectorIndex: UseVectorIndex = /* @__PURE__ */ createIdHook(framework, vectorIndexQuery);

/** Reads the records of all vector indices. */
export const useVectorIndices: UseVectorIndices = /* @__PURE__ */ createFleetHook(
  framework,
  (fleet) => fleet.indices.all,
);

/** Reads the limits of a database or a vector index with their usage. */
export const useLimits: UseLimits = /* @__PURE__ */ createUseLimits(framework);

/** Reads a summary of all limits of the fleet. */
export const useFleetSummary: UseFleetSummary = /* @__PURE__ */ createFleetHook(framework, (fleet) =>
  limitSummaryOf(fleet),
);

/** Reads the polling status. */
export const usePollingStatus: UsePollingStatus = /* @__PURE__ */ createFleetHook(
  framework,
  (fleet) => fleet.polling.status,
);

/** Reads the last transitions. */
export const useTransitions: UseTransitions = /* @__PURE__ */ createUseTransitions(framework);

/** Creates databases and reads the status of the creation. */
export const useCreateDatabase: UseCreateDatabase = /* @__PURE__ */ createUseCreateDatabase(framework);
