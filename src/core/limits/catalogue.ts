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

/** The name, description, unit and kind of a limit. */
export interface LimitDescription {
  /** Display name, such as `Memory`. */
  readonly name: string;
  /** One sentence for users. */
  readonly description: string;
  readonly unit: LimitUnit;
  readonly kind: LimitKind;
  /** The value that means "no limit". Absent where every value is a limit. */
  readonly unlimited?: number;
}

const database = {
  db_max_clients: {
    name: 'Connections',
    description: 'Clients that may be connected at the same time.',
    unit: 'connections',
    kind: 'level',
  },
  db_max_request_size: {
    name: 'Request size',
    description: 'Size of one request that the database accepts.',
    unit: 'bytes',
    kind: 'ceiling',
  },
  db_disk_threshold: {
    name: 'Disk',
    description: 'Disk space that all data may take.',
    unit: 'bytes',
    kind: 'level',
  },
  db_max_entry_size: {
    name: 'Entry size',
    description: 'Size of one entry that the database accepts.',
    unit: 'bytes',
    kind: 'ceiling',
  },
  db_memory_threshold: {
    name: 'Memory',
    description: 'Memory that the database may use.',
    unit: 'bytes',
    kind: 'level',
  },
  db_max_commands_per_second: {
    name: 'Commands per second',
    description: 'Commands that may be sent within a second.',
    unit: 'commands/s',
    kind: 'rate',
  },
  db_request_limit: {
    name: 'Commands in total',
    description: 'Commands that may be sent to the database altogether.',
    unit: 'commands',
    kind: 'quota',
  },
  db_max_loads_per_sec: {
    name: 'Loads per second',
    description: 'Load operations within a second.',
    unit: 'loads/s',
    kind: 'rate',
  },
  db_lua_credits_per_min: {
    name: 'Lua credits per minute',
    description: 'Credits that Lua scripts may spend within a minute.',
    unit: 'credits/min',
    kind: 'rate',
  },
  db_lua_timeout: {
    name: 'Lua timeout',
    description: 'Time that a Lua script may run.',
    unit: 'nanoseconds',
    kind: 'timeout',
  },
  db_conn_idle_timeout: {
    name: 'Connection idle timeout',
    description: 'Time that a connection may be idle before it is closed.',
    unit: 'nanoseconds',
    kind: 'timeout',
  },
  db_store_max_idle: {
    name: 'Store idle timeout',
    description: 'Time that a connection to the store may be idle before it is closed.',
    unit: 'nanoseconds',
    kind: 'timeout',
  },
} as const satisfies Readonly<Record<string, LimitDescription>>;

const index = {
  max_vector_count: {
    name: 'Vectors',
    description: 'Vectors that the index can hold.',
    unit: 'vectors',
    kind: 'level',
  },
  max_daily_updates: {
    name: 'Updates per day',
    description: 'Updates within a day; only upserts count.',
    unit: 'updates/day',
    kind: 'quota',
  },
  max_daily_queries: {
    name: 'Queries per day',
    description: 'Queries within a day; only queries count.',
    unit: 'queries/day',
    kind: 'quota',
  },
  max_monthly_bandwidth: {
    name: 'Bandwidth per month',
    description: 'Bytes that may be transferred within a month.',
    unit: 'bytes/month',
    kind: 'quota',
    unlimited: -1,
  },
  max_writes_per_second: {
    name: 'Writes per second',
    description: 'Writes within a second; only upserts count.',
    unit: 'writes/s',
    kind: 'rate',
  },
  max_query_per_second: {
    name: 'Queries per second',
    description: 'Queries within a second; only queries count.',
    unit: 'queries/s',
    kind: 'rate',
  },
  max_reads_per_request: {
    name: 'Vectors per read',
    description: 'Vectors in one read; queries and fetches are reads.',
    unit: 'vectors',
    kind: 'ceiling',
  },
  max_writes_per_request: {
    name: 'Vectors per write',
    description: 'Vectors in one write; only upserts are writes.',
    unit: 'vectors',
    kind: 'ceiling',
  },
  max_total_metadata_size: {
    name: 'Metadata',
    description: 'Size of all metadata in the index.',
    unit: 'undocumented',
    kind: 'level',
  },
} as const satisfies Readonly<Record<string, LimitDescription>>;

/** The fields of a database record that hold its 12 limits. */
export type DatabaseLimit = keyof typeof database;

/** The fields of a vector index record that hold its 9 limits. */
export type IndexLimit = keyof typeof index;

/** The limit fields of each kind of resource. */
export interface LimitsOf {
  readonly database: DatabaseLimit;
  readonly index: IndexLimit;
}

/** A field of a database or vector index record that holds a limit. */
export type LimitField = DatabaseLimit | IndexLimit;

/**
 * The name, description, unit and kind of every limit that the API documents, by resource and field.
 *
 * @example
 * ```ts
 * limitCatalogue.database.db_memory_threshold.name; // 'Memory'
 * ```
 * @see api.md, Limits
 */
export const limitCatalogue: {
  readonly database: Readonly<Record<DatabaseLimit, LimitDescription>>;
  readonly index: Readonly<Record<IndexLimit, LimitDescription>>;
} = { database, index };

/**
 * Name, description and unit of the `budget` of a database, for display beside its limits. The budget is not a limit:
 * api.md documents neither its currency nor the effect of spending it, and no operation reports the amount spent.
 *
 * @see api.md, Database record
 */
export const budgetDescription = {
  name: 'Budget per month',
  description: 'Money that is allocated for a month.',
  unit: 'undocumented',
} as const;

/** The limits of each kind of resource as entries, in the order of api.md. */
export const limitsOf: Readonly<Record<ResourceKind, readonly (readonly [LimitField, LimitDescription])[]>> = {
  database: Object.entries(database) as [DatabaseLimit, LimitDescription][],
  index: Object.entries(index) as [IndexLimit, LimitDescription][],
};

/** All limits by field. The field names of databases and vector indices are disjoint. */
export const limitNamed: Readonly<Record<LimitField, LimitDescription>> = { ...database, ...index };
