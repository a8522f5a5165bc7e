import * as v from 'valibot';
import { int64, int64Limit } from './numbers.js';
import type { Open } from './open.js';
import { primaryRegions } from './regions.js';

/** The documented values of a database's `state` (api.md, Database record). */
export const databaseStates = ['active', 'suspended', 'passive'] as const;

/** The API writes three boolean fields as strings. */
const trueOrFalse = v.picklist(['true', 'false']);

/** A database record as api.md documents it (Resources, Database record): 42 fields, with closed enums. */
export const databaseSchema = v.object({
  /** Identifier of the database. */
  database_id: v.string(),
  /** Name of the database. */
  database_name: v.string(),
  /** Only `global` is documented. */
  region: v.picklist(['global']),
  /** Port that clients connect to. */
  port: int64,
  /** Creation time, Unix time in seconds. */
  creation_time: int64,
  /** State: `active`, `suspended` or `passive`. Which changes are possible is not documented. */
  state: v.picklist(databaseStates),
  /** Endpoint identifier or host name: a short slug or a full host. */
  endpoint: v.string(),
  /** Whether TLS is enabled. */
  tls: v.boolean(),
  /** Limit: concurrent client connections. */
  db_max_clients: int64Limit,
  /** Limit: size of an accepted request, bytes. */
  db_max_request_size: int64Limit,
  /** Limit: total disk size, bytes. */
  db_disk_threshold: int64Limit,
  /** Limit: size of an accepted entry, bytes. */
  db_max_entry_size: int64Limit,
  /** Limit: memory the database may use, bytes. */
  db_memory_threshold: int64Limit,
  /** Limit: commands per second. */
  db_max_commands_per_second: int64Limit,
  /** Limit: total number of commands that may be sent. Often beyond 2^53: see `exactInt64`. */
  db_request_limit: int64Limit,
  /** Payment plan: `free`, `payg`, `pro` or `paid`. */
  type: v.picklist(['free', 'payg', 'pro', 'paid']),
  /** Allocated monthly budget. The currency is not documented. */
  budget: int64,
  /** Primary region. */
  primary_region: v.picklist(primaryRegions),
  /** Primary regions of the cluster. */
  primary_members: v.array(v.string()),
  /** All regions of the cluster. */
  all_members: v.array(v.string()),
  /** Whether entry eviction is enabled. */
  eviction: v.boolean(),
  /** Whether automatic upgrade is enabled. */
  auto_upgrade: v.boolean(),
  /** Whether strong consistency mode is enabled. */
  consistent: v.boolean(),
  /** Change in progress. Its values are not documented; empty, `null` or absent means at rest. */
  modifying_state: v.optional(v.nullable(v.string())),
  /** Resource tier: `S`, `M`, `L`, `XL`, `XXL` or `3XL`. */
  db_resource_size: v.picklist(['S', 'M', 'L', 'XL', 'XXL', '3XL']),
  /** Storage engine: `bolt`, `badger` or `pebble`. */
  db_type: v.picklist(['bolt', 'badger', 'pebble']),
  /** Limit: time a connection may be idle, nanoseconds. */
  db_conn_idle_timeout: int64Limit,
  /** Limit: time a Lua script may run, nanoseconds. */
  db_lua_timeout: int64Limit,
  /** Limit: Lua execution credits per minute. */
  db_lua_credits_per_min: int64Limit,
  /** Limit: time a store connection may be idle, nanoseconds. */
  db_store_max_idle: int64Limit,
  /** Limit: load operations per second. */
  db_max_loads_per_sec: int64Limit,
  /** Whether the access control list is enabled: the string `true` or the string `false`. */
  db_acl_enabled: trueOrFalse,
  /** Whether the default user has access by the access control list: the string `true` or the string `false`. */
  db_acl_default_user_status: trueOrFalse,
  /** Whether the database's own eviction policy is on. */
  db_eviction: v.boolean(),
  /** Time of the last plan upgrade, Unix time in seconds. */
  last_plan_upgrade_time: int64,
  /** Replica factor. */
  replicas: int64,
  /** Owner: an e-mail address, or a marketplace-scoped e-mail address. */
  customer_id: v.string(),
  /** Whether daily backup is enabled. */
  daily_backup_enabled: v.boolean(),
  /** Read regions of the database. */
  read_regions: v.array(v.string()),
  /** Security add-ons. */
  securityAddons: v.object({
    /** Whether access is limited to listed IP addresses. */
    ipWhitelisting: v.boolean(),
    /** Whether a VPC peering exists. */
    vpcPeering: v.boolean(),
    /** Whether a private link exists. */
    privateLink: v.boolean(),
    /** Whether clients authenticate by TLS certificates. */
    tlsMutualAuth: v.boolean(),
    /** Whether data is encrypted at rest. */
    encryptionAtRest: v.boolean(),
  }),
  /** Whether the metrics integration is on: the string `true` or the string `false`. */
  prometheus_enabled: trueOrFalse,
  /** Whether the production pack is enabled. */
  prod_pack_enabled: v.boolean(),
});

/**
 * A database as the service returned it. The types are the types of api.md (Resources, Database record), with open
 * enums: values that are newer than the document are kept. The object also keeps undocumented fields. `driftOf(record)`
 * lists the differences between a record and these types.
 */
export interface Database extends Open<v.InferOutput<typeof databaseSchema>> {}

/**
 * A database with its credentials, which the service sends after a create and on a read with `credentials: 'show'`.
 * api.md does not document these fields, and their types are not checked.
 */
export interface DatabaseWithCredentials extends Database {
  /** Password of the database itself. A secret. */
  readonly password?: string;
  /** REST token of the database. A secret. */
  readonly rest_token?: string;
  /** REST token of the database with read-only access. A secret. */
  readonly read_only_rest_token?: string;
}

/** The documented values of `state`, and any other string that the service sends. */
export type DatabaseState = Database['state'];
