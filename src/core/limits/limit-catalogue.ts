import type { DatabaseLimit, IndexLimit, LimitField, LimitsOf } from '../records/limit-fields.js';
import type { ResourceKind } from '../shared/resource-kind.js';
import { limitEntries, type LimitTerms } from './catalogue.js';

/** The name, description, unit and kind of a limit. */
export interface LimitDescription extends LimitTerms {
  /** One sentence for users. */
  readonly description: string;
}

/** Not in `catalogue.ts`, so that a page that shows limits without these sentences does not load them. */
const descriptions: Readonly<Record<LimitField, string>> = {
  db_max_clients: 'Clients that may be connected at the same time.',
  db_max_request_size: 'Size of one request that the database accepts.',
  db_disk_threshold: 'Disk space that all data may take.',
  db_max_entry_size: 'Size of one entry that the database accepts.',
  db_memory_threshold: 'Memory that the database may use.',
  db_max_commands_per_second: 'Commands that may be sent within a second.',
  db_request_limit: 'Commands that may be sent to the database altogether.',
  db_max_loads_per_sec: 'Load operations within a second.',
  db_lua_credits_per_min: 'Credits that Lua scripts may spend within a minute.',
  db_lua_timeout: 'Time that a Lua script may run.',
  db_conn_idle_timeout: 'Time that a connection may be idle before it is closed.',
  db_store_max_idle: 'Time that a connection to the store may be idle before it is closed.',
  max_vector_count: 'Vectors that the index can hold.',
  max_daily_updates: 'Updates within a day; only upserts count.',
  max_daily_queries: 'Queries within a day; only queries count.',
  max_monthly_bandwidth: 'Bytes that may be transferred within a month.',
  max_writes_per_second: 'Writes within a second; only upserts count.',
  max_query_per_second: 'Queries within a second; only queries count.',
  max_reads_per_request: 'Vectors in one read; queries and fetches are reads.',
  max_writes_per_request: 'Vectors in one write; only upserts are writes.',
  max_total_metadata_size: 'Size of all metadata in the index.',
};

/**
 * The name, description, unit and kind of every limit that the API documents, by resource and field.
 *
 * @see api.md, Limits
 */
export const limitCatalogue: {
  readonly database: Readonly<Record<DatabaseLimit, LimitDescription>>;
  readonly index: Readonly<Record<IndexLimit, LimitDescription>>;
} = { database: describe('database'), index: describe('index') };

function describe<Resource extends ResourceKind>(resource: Resource) {
  const entries = limitEntries[resource].map(([field, each]) => [field, { ...each, description: descriptions[field] }]);
  return Object.fromEntries(entries) as Record<LimitsOf[Resource], LimitDescription>;
}
