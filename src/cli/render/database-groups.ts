import type { Meaning } from './format-value.js';

/** Fields of a database that people read together. */
export interface FieldGroup {
  readonly title: string;
  /** The member of the record that holds the fields. @default the record itself */
  readonly within?: string;
  /** Each field and its meaning, in the order in which they are shown. */
  readonly fields: Readonly<Record<string, Meaning>>;
}

const identity: FieldGroup = {
  title: 'Database',
  fields: {
    database_id: 'text',
    state: 'text',
    modifying_state: 'change',
    type: 'text',
    budget: 'count',
    creation_time: 'time',
    last_plan_upgrade_time: 'time or never',
    customer_id: 'text',
  },
};

const connection: FieldGroup = {
  title: 'Connection',
  fields: {
    endpoint: 'text',
    port: 'number',
    tls: 'flag',
    // Not documented; services that send credentials send these.
    password: 'text',
    rest_token: 'text',
    read_only_rest_token: 'text',
  },
};

const placement: FieldGroup = {
  title: 'Placement',
  fields: {
    region: 'text',
    primary_region: 'text',
    primary_members: 'text',
    read_regions: 'text',
    all_members: 'text',
    replicas: 'count',
  },
};

const limits: FieldGroup = {
  title: 'Limits',
  fields: {
    db_max_clients: 'count',
    db_max_request_size: 'bytes',
    db_max_entry_size: 'bytes',
    db_disk_threshold: 'bytes',
    db_memory_threshold: 'bytes',
    db_max_commands_per_second: 'count',
    db_request_limit: 'count',
    db_max_loads_per_sec: 'count',
    db_lua_credits_per_min: 'count',
    db_lua_timeout: 'nanoseconds',
    db_conn_idle_timeout: 'nanoseconds',
    db_store_max_idle: 'nanoseconds',
  },
};

const settings: FieldGroup = {
  title: 'Settings',
  fields: {
    db_resource_size: 'text',
    db_type: 'text',
    consistent: 'flag',
    eviction: 'flag',
    db_eviction: 'flag',
    auto_upgrade: 'flag',
    daily_backup_enabled: 'flag',
    prod_pack_enabled: 'flag',
    prometheus_enabled: 'flag',
    db_acl_enabled: 'flag',
    db_acl_default_user_status: 'flag',
  },
};

const security: FieldGroup = {
  title: 'Security add-ons',
  within: 'securityAddons',
  fields: {
    ipWhitelisting: 'flag',
    vpcPeering: 'flag',
    privateLink: 'flag',
    tlsMutualAuth: 'flag',
    encryptionAtRest: 'flag',
  },
};

/** Every documented field of a database (api.md, Database record) but its name, which is the headline. */
export const databaseGroups: readonly FieldGroup[] = [identity, connection, placement, limits, settings, security];
