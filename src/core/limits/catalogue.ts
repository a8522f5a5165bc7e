import type { ResourceKind } from '../shared/resource-kind.js';

/**
 * How a limit is used.
 *
 * - `level`: an amount that is held now; it rises and falls.
 * - `rate`: use per second or per minute.
 * - `quota`: use that adds up, over a day or a month (of UTC) or for good.
 * - `ceiling`: the size of one thing. There is no use of it unless somebody reports one.
 * - `timeout`: a length of time after which something is ended. The same holds.
 */
export type LimitKind = 'level' | 'rate' | 'quota' | 'ceiling' | 'timeout';

/** What a limit and its use are counted in. `undocumented` where api.md names no unit. */
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

/** A limit in words for people. */
export interface LimitDescription {
  /** Its name, such as `Memory`. */
  readonly name: string;
  /** What it limits, in one sentence. */
  readonly description: string;
  readonly unit: LimitUnit;
  readonly kind: LimitKind;
  /** The value that stands for no limit at all, where there is one. */
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

/** The 12 limits of a database, by the names of their fields. */
export type DatabaseLimit = keyof typeof database;

/** The 9 limits of a vector index, by the names of their fields. */
export type IndexLimit = keyof typeof index;

/** The limits of each kind of resource. */
export interface LimitsOf {
  readonly database: DatabaseLimit;
  readonly index: IndexLimit;
}

/** Any limit, by the name of its field. */
export type LimitField = DatabaseLimit | IndexLimit;

/**
 * All limits that the API documents: what they limit, in which unit, and of which kind they are.
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
 * The `budget` of a database, in words to show beside its limits. It is none of them: the document does not say what
 * happens when it is spent, nor in which currency it is, and nothing reports what was spent.
 *
 * @see api.md, Database record
 */
export const budgetDescription = {
  name: 'Budget per month',
  description: 'Money that is allocated for a month.',
  unit: 'undocumented',
} as const;

/** The limits of each kind of resource in the order of the document, ready to go through. */
export const limitsOf: Readonly<Record<ResourceKind, readonly (readonly [LimitField, LimitDescription])[]>> = {
  database: Object.entries(database) as [DatabaseLimit, LimitDescription][],
  index: Object.entries(index) as [IndexLimit, LimitDescription][],
};

/** All limits by field: no two resources have one of the same name. */
export const limitNamed: Readonly<Record<LimitField, LimitDescription>> = { ...database, ...index };
