import type { CreateDatabaseRequest } from '../../core/records/create-database.js';

export type Plan = NonNullable<CreateDatabaseRequest['plan']>;

/** The plan of a request without a plan. In api.md it depends on the account. */
export const DEFAULT_PLAN: Plan = 'payg';

const MIB = 2 ** 20;
const GIB = 2 ** 30;

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

/**
 * The limits of each plan. api.md documents no values: these are the service's own choice, in the proportions of a
 * hosted service.
 */
export const plans = {
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
