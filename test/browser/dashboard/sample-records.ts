/** Returns the JSON of a database with all documented fields. One integer is too large for a number. */
export function databaseText(fields: Readonly<Record<string, unknown>> = {}): string {
  const text = JSON.stringify({ ...database, ...fields });
  return text.replace('"db_request_limit":0', '"db_request_limit":8024278031528736858');
}

const database = {
  database_id: 'orders-1',
  database_name: 'orders',
  region: 'global',
  port: 6379,
  creation_time: 1_760_898_785,
  state: 'active',
  endpoint: 'steady-heron-30129.example.com',
  tls: true,
  db_max_clients: 1000,
  db_max_request_size: 10_485_760,
  db_disk_threshold: 107_374_182_400,
  db_max_entry_size: 104_857_600,
  db_memory_threshold: 3_221_225_472,
  db_max_commands_per_second: 10_000,
  db_request_limit: 0,
  type: 'payg',
  budget: 360,
  primary_region: 'eu-west-1',
  primary_members: ['eu-west-1'],
  all_members: ['eu-west-1', 'us-east-1'],
  eviction: false,
  auto_upgrade: true,
  consistent: false,
  modifying_state: '',
  db_resource_size: 'L',
  db_type: 'pebble',
  db_conn_idle_timeout: 21_600_000_000_000,
  db_lua_timeout: 250_000_000,
  db_lua_credits_per_min: 10_000_000_000,
  db_store_max_idle: 900_000_000_000,
  db_max_loads_per_sec: 1_000_000,
  db_acl_enabled: 'false',
  db_acl_default_user_status: 'true',
  db_eviction: false,
  last_plan_upgrade_time: 0,
  replicas: 2,
  customer_id: 'operations@example.com',
  daily_backup_enabled: true,
  read_regions: ['us-east-1'],
  securityAddons: {
    ipWhitelisting: false,
    vpcPeering: true,
    privateLink: false,
    tlsMutualAuth: false,
    encryptionAtRest: true,
  },
  prometheus_enabled: 'true',
  prod_pack_enabled: true,
};

/** Returns a vector index with all documented fields. */
export function sampleIndex(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { ...index, ...fields };
}

const index = {
  customer_id: 'operations@example.com',
  id: 'products-1',
  name: 'products',
  similarity_function: 'COSINE',
  dimension_count: 1024,
  embedding_model: 'BGE_M3',
  sparse_embedding_model: 'BM25',
  endpoint: 'steady-heron-vector.example.com',
  token: 'canary-token',
  read_only_token: 'canary-read-only-token',
  type: 'fixed',
  region: 'eu-west-1',
  max_vector_count: 2_000_000,
  max_daily_updates: 200_000,
  max_daily_queries: 200_000,
  max_monthly_bandwidth: -1,
  max_writes_per_second: 1000,
  max_query_per_second: 1000,
  max_reads_per_request: 1000,
  max_writes_per_request: 1000,
  max_total_metadata_size: 53_687_091_200,
  reserved_price: 60,
  creation_time: 1_760_898_785,
  index_type: 'HYBRID',
  throughput_vector: Array.from({ length: 60 }, (_, minute) => ({
    x: new Date(Date.UTC(2025, 9, 19, 18, minute)).toISOString().replace('T', ' ').replace('Z', ' +0000 UTC'),
    y: Math.round(30_000 + 25_000 * Math.sin(minute / 6)) / 100,
  })),
};
