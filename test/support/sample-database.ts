import type { Database } from '../../src/core/records/database.js';

/** The seed of a service that has databases with these names. */
export const sampleSeed = (...names: readonly string[]) => ({
  databases: names.map(
    (name) => ({ database_name: name, platform: 'aws', primary_region: 'eu-west-1', plan: 'free' }) as const,
  ),
});

const regions = ['eu-west-1', 'eu-west-2', 'eu-central-1', 'ap-south-1', 'ap-northeast-1', 'sa-east-1', 'us-west-2'];

/** A record of the usual length, about 1.6 kB, with names and addresses of realistic length. */
export const sampleDatabase: Database = {
  database_id: '93e3a3e7-5c5b-4b0e-9d1d-1f6c1b1a7a01',
  database_name: 'production-sessions-and-carts-of-the-european-and-asian-shops-2026',
  region: 'global',
  port: 31284,
  creation_time: 1752649602,
  state: 'active',
  endpoint: 'mighty-mongrel-31284.eu-central-1.production.redis-compatible.databases.example.io',
  tls: true,
  db_max_clients: 10000,
  db_max_request_size: 10485760,
  db_disk_threshold: 107374182400,
  db_max_entry_size: 104857600,
  db_memory_threshold: 3221225472,
  db_max_commands_per_second: 10000,
  db_request_limit: 9007199254740991,
  type: 'paid',
  budget: 360,
  primary_region: 'us-east-1',
  primary_members: ['us-east-1'],
  all_members: ['us-east-1', ...regions],
  eviction: false,
  auto_upgrade: false,
  consistent: false,
  modifying_state: '',
  db_resource_size: 'L',
  db_type: 'pebble',
  db_conn_idle_timeout: 21600000000000,
  db_lua_timeout: 250000000,
  db_lua_credits_per_min: 10000000000,
  db_store_max_idle: 900000000000,
  db_max_loads_per_sec: 1000000,
  db_acl_enabled: 'false',
  db_acl_default_user_status: 'true',
  db_eviction: false,
  last_plan_upgrade_time: 1752649602,
  replicas: 8,
  customer_id: 'marketplace-aws-eu-central-1:platform-team-owner@databases.production.shops.example.com',
  daily_backup_enabled: false,
  read_regions: regions,
  securityAddons: {
    ipWhitelisting: false,
    vpcPeering: false,
    privateLink: false,
    tlsMutualAuth: false,
    encryptionAtRest: false,
  },
  prometheus_enabled: 'false',
  prod_pack_enabled: false,
};
