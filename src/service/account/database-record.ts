import type { CreateDatabaseRequest } from '../../core/records/create-database.js';
import type { StoredRecord } from './record-store.js';
import { createUuid, randomCharacters, type Random } from './random.js';

/** A create request with an exact budget: api.md allows any integer. */
export interface NewDatabase extends Omit<CreateDatabaseRequest, 'budget'> {
  readonly budget?: number | bigint;
}

/** The owner of all databases and indices. The reserved domain can never receive mail. */
export const OWNER = 'owner@fleetglass.example';

export interface RecordContext {
  readonly now: number;
  readonly random: Random;
  readonly modifyingState: string;
}

const SECOND_NS = 1_000_000_000;

/**
 * Creates the record of a new database: the 42 fields of api.md and the three credentials. Omitted fields of the request
 * get the service's defaults: no eviction, TLS on, the limits and the budget of the plan.
 */
export function createDatabaseRecord(
  request: NewDatabase,
  { now, random, modifyingState }: RecordContext,
): StoredRecord {
  const { budget, ...limits } = plans[request.plan ?? DEFAULT_PLAN];
  const id = createUuid(random);
  const createdAt = Math.floor(now / 1000);
  const eviction = request.eviction ?? false;
  const readRegions = [...new Set(request.read_regions)];
  const isPaid = limits.type !== 'free';
  return {
    database_id: id,
    database_name: request.database_name,
    region: 'global',
    port: 6379,
    creation_time: createdAt,
    state: 'active',
    // A slug, as api.md allows. A host name would suggest that a server listens there.
    endpoint: `local-${id.slice(0, 8)}`,
    tls: request.tls ?? true,
    ...limits,
    budget: request.budget ?? budget,
    primary_region: request.primary_region,
    primary_members: [request.primary_region],
    all_members: [...new Set([request.primary_region, ...readRegions])],
    eviction,
    auto_upgrade: false,
    consistent: false,
    modifying_state: modifyingState,
    db_type: 'pebble',
    db_conn_idle_timeout: 21_600 * SECOND_NS,
    db_lua_timeout: 0.25 * SECOND_NS,
    db_lua_credits_per_min: 10 * SECOND_NS,
    db_store_max_idle: 900 * SECOND_NS,
    db_acl_enabled: 'false',
    db_acl_default_user_status: 'true',
    db_eviction: eviction,
    last_plan_upgrade_time: createdAt,
    replicas: 1 + readRegions.length,
    customer_id: OWNER,
    daily_backup_enabled: isPaid,
    read_regions: readRegions,
    securityAddons: {
      ipWhitelisting: false,
      vpcPeering: false,
      privateLink: false,
      tlsMutualAuth: false,
      encryptionAtRest: isPaid,
    },
    prometheus_enabled: 'false',
    prod_pack_enabled: false,
    password: randomCharacters(random, 32),
    rest_token: randomCharacters(random, 56),
    read_only_rest_token: randomCharacters(random, 56),
  };
}

export type Plan = NonNullable<CreateDatabaseRequest['plan']>;

/** The plan of a request without a plan. In api.md it depends on the account. */
const DEFAULT_PLAN: Plan = 'payg';

const MIB = 2 ** 20;
export const GIB = 2 ** 30;

/** Hosted services send the largest int64 for no limit. A double cannot hold it exactly. */
const NO_REQUEST_LIMIT = 2n ** 63n - 1n;

const FREE = {
  type: 'free',
  budget: 0,
  db_resource_size: 'S',
  db_max_clients: 100,
  db_max_request_size: 1 * MIB,
  db_disk_threshold: 256 * MIB,
  db_max_entry_size: 16 * MIB,
  db_memory_threshold: 64 * MIB,
  db_max_commands_per_second: 1_000,
  db_request_limit: 500_000,
  db_max_loads_per_sec: 10_000,
};

const PAY_AS_YOU_GO = {
  type: 'payg',
  budget: 20,
  db_resource_size: 'M',
  db_max_clients: 1_000,
  db_max_request_size: 10 * MIB,
  db_disk_threshold: 100 * GIB,
  db_max_entry_size: 100 * MIB,
  db_memory_threshold: 1 * GIB,
  db_max_commands_per_second: 10_000,
  db_request_limit: NO_REQUEST_LIMIT,
  db_max_loads_per_sec: 100_000,
};

/** api.md documents no limits of plans: these are the service's own choice, in the proportions of a hosted service. */
const plans = {
  free: FREE,
  payg: PAY_AS_YOU_GO,
  fixed_250mb: fixed(250 * MIB, 'S', 1_000, 10_000, 10),
  fixed_1gb: fixed(1 * GIB, 'M', 1_000, 10_000, 20),
  fixed_5gb: fixed(5 * GIB, 'L', 2_000, 10_000, 100),
  fixed_10gb: fixed(10 * GIB, 'L', 5_000, 16_000, 200),
  fixed_50gb: fixed(50 * GIB, 'XL', 10_000, 16_000, 400),
  fixed_100gb: fixed(100 * GIB, 'XXL', 10_000, 32_000, 800),
  fixed_500gb: fixed(500 * GIB, '3XL', 10_000, 64_000, 1_500),
} satisfies Readonly<Record<Plan, object>>;

function fixed(memoryBytes: number, size: string, maxClients: number, commandsPerSecond: number, budget: number) {
  return {
    ...PAY_AS_YOU_GO,
    type: 'pro',
    budget,
    db_resource_size: size,
    db_max_clients: maxClients,
    db_disk_threshold: 2 * memoryBytes,
    db_memory_threshold: memoryBytes,
    db_max_commands_per_second: commandsPerSecond,
  };
}
