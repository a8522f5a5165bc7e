import type { DatabaseLimit, IndexLimit, LimitField } from '../records/limit-fields.js';
import type { ResourceKind } from '../shared/resource-kind.js';

/**
 * The kind of a limit.
 *
 * - `level`: an amount in use now. It rises and falls.
 * - `rate`: use per second or per minute.
 * - `quota`: use that adds up over a day, over a month (both in UTC) or over the lifetime of the resource.
 * - `ceiling`: the largest size of a single item, such as a request.
 * - `timeout`: the longest duration of a single operation.
 *
 * The use of a `ceiling` or `timeout` is unknown unless it is reported.
 */
export type LimitKind = 'level' | 'rate' | 'quota' | 'ceiling' | 'timeout';

/** The unit of a limit and of its use. `undocumented` where api.md names no unit. */
export type LimitUnit =
  | 'bytes'
  | 'bytes/month'
  | 'commands'
  | 'commands/s'
  | 'connections'
  | 'credits/min'
  | 'loads/s'
  | 'nanoseconds'
  | 'queries/day'
  | 'queries/s'
  | 'undocumented'
  | 'updates/day'
  | 'vectors'
  | 'writes/s';

/** The name, unit and kind of a limit. */
export interface LimitTerms {
  /** Display name, such as `Memory`. */
  readonly name: string;
  readonly unit: LimitUnit;
  readonly kind: LimitKind;
  /** The value that means "no limit". Absent where every value is a limit. */
  readonly unlimited?: number;
}

function limit(name: string, unit: LimitUnit, kind: LimitKind): LimitTerms {
  return { name, unit, kind };
}

const databaseLimits: Readonly<Record<DatabaseLimit, LimitTerms>> = {
  db_max_clients: limit('Connections', 'connections', 'level'),
  db_max_request_size: limit('Request size', 'bytes', 'ceiling'),
  db_disk_threshold: limit('Disk', 'bytes', 'level'),
  db_max_entry_size: limit('Entry size', 'bytes', 'ceiling'),
  db_memory_threshold: limit('Memory', 'bytes', 'level'),
  db_max_commands_per_second: limit('Commands per second', 'commands/s', 'rate'),
  db_request_limit: limit('Commands in total', 'commands', 'quota'),
  db_max_loads_per_sec: limit('Loads per second', 'loads/s', 'rate'),
  db_lua_credits_per_min: limit('Lua credits per minute', 'credits/min', 'rate'),
  db_lua_timeout: limit('Lua timeout', 'nanoseconds', 'timeout'),
  db_conn_idle_timeout: limit('Connection idle timeout', 'nanoseconds', 'timeout'),
  db_store_max_idle: limit('Store idle timeout', 'nanoseconds', 'timeout'),
};

export const indexLimits: Readonly<Record<IndexLimit, LimitTerms>> = {
  max_vector_count: limit('Vectors', 'vectors', 'level'),
  max_daily_updates: limit('Updates per day', 'updates/day', 'quota'),
  max_daily_queries: limit('Queries per day', 'queries/day', 'quota'),
  max_monthly_bandwidth: { ...limit('Bandwidth per month', 'bytes/month', 'quota'), unlimited: -1 },
  max_writes_per_second: limit('Writes per second', 'writes/s', 'rate'),
  max_query_per_second: limit('Queries per second', 'queries/s', 'rate'),
  max_reads_per_request: limit('Vectors per read', 'vectors', 'ceiling'),
  max_writes_per_request: limit('Vectors per write', 'vectors', 'ceiling'),
  max_total_metadata_size: limit('Metadata', 'undocumented', 'level'),
};

/** The limits of each kind of resource as entries, in the order of api.md. */
export const limitEntries: Readonly<Record<ResourceKind, readonly (readonly [LimitField, LimitTerms])[]>> = {
  database: Object.entries(databaseLimits) as [DatabaseLimit, LimitTerms][],
  index: Object.entries(indexLimits) as [IndexLimit, LimitTerms][],
};

/** All limits by field. The field names of databases and vector indices are disjoint. */
export const limitNamed: Readonly<Record<LimitField, LimitTerms>> = { ...databaseLimits, ...indexLimits };
