import type { CreateDatabaseRequest } from '../../core/records/create-database.js';
import type { StoredRecord } from './stored-record.js';
import { DEFAULT_PLAN, plans } from './plans.js';
import { createUuid, randomCharacters, type Random } from './random.js';

/** A create request with an exact budget: api.md allows any integer. */
export interface NewDatabase extends Omit<CreateDatabaseRequest, 'budget'> {
  readonly budget?: number | bigint;
}

/** The owner of all databases and indices. The reserved domain can never receive mail. */
export const OWNER = 'owner@fleetglass.example';

/** The creation time, randomness and first state of a new record. */
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
