/** The limit that each field of INFO is the usage of. docs/usage.md says why, and why other fields are left out. */
export const LIMIT_OF = {
  connected_clients: 'db_max_clients',
  used_memory: 'db_memory_threshold',
  instantaneous_ops_per_sec: 'db_max_commands_per_second',
  total_commands_processed: 'db_request_limit',
  aof_current_size: 'db_disk_threshold',
} as const;
