/** The fields of a database record that hold its 12 limits. @see api.md, Limits 1 */
export type DatabaseLimit =
  | 'db_max_clients'
  | 'db_max_request_size'
  | 'db_disk_threshold'
  | 'db_max_entry_size'
  | 'db_memory_threshold'
  | 'db_max_commands_per_second'
  | 'db_request_limit'
  | 'db_max_loads_per_sec'
  | 'db_lua_credits_per_min'
  | 'db_lua_timeout'
  | 'db_conn_idle_timeout'
  | 'db_store_max_idle';

/** The fields of a vector index record that hold its 9 limits. @see api.md, Limits 2 */
export type IndexLimit =
  | 'max_vector_count'
  | 'max_daily_updates'
  | 'max_daily_queries'
  | 'max_monthly_bandwidth'
  | 'max_writes_per_second'
  | 'max_query_per_second'
  | 'max_reads_per_request'
  | 'max_writes_per_request'
  | 'max_total_metadata_size';

export interface LimitsOf {
  readonly database: DatabaseLimit;
  readonly index: IndexLimit;
}

/** A field of a database or vector index record that holds a limit. */
export type LimitField = DatabaseLimit | IndexLimit;
