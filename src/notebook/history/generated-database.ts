import { DAY_MS, type GenerateSettings } from './generate-options.js';
import { between, createSeededRandom, noise, oneOf, type Random } from './seeded-random.js';

export const HOUR_MS = 3_600_000;

export const generatedFields = [
  'database_name',
  'primary_region',
  'type',
  'state',
  'modifying_state',
  'db_max_clients',
  'db_max_clients_used',
  'db_max_commands_per_second',
  'db_max_commands_per_second_used',
  'db_memory_threshold',
  'db_memory_threshold_used',
  'db_disk_threshold',
  'db_disk_threshold_used',
] as const;

export type GeneratedValues = { [Field in (typeof generatedFields)[number]]?: number | string | undefined };

export interface GeneratedDatabase {
  readonly id: string;
  readonly random: Random;
  /** Absent before its creation. */
  status: 'fresh' | 'missing' | undefined;
  readonly values: GeneratedValues;
  /** When its memory reaches the share of its limit at which it gets more, Unix milliseconds; `Infinity` for never. */
  readonly upgradesAt: number;
  /** Sets the use of its limits. @param at Unix milliseconds, later than in the previous call */
  measure(at: number): void;
}

/** The regions of the databases, with the hours that they are ahead of UTC. A region with more entries gets more databases. */
const REGIONS = [
  ['us-east-1', -5],
  ['us-east-1', -5],
  ['us-east-1', -5],
  ['us-west-2', -8],
  ['eu-west-1', 0],
  ['eu-west-1', 0],
  ['eu-central-1', 1],
  ['eu-central-1', 1],
  ['ap-northeast-1', 9],
  ['ap-south-1', 5.5],
  ['sa-east-1', -3],
] as const;

const NAMES = ['sessions', 'orders', 'carts', 'search', 'queue', 'cache', 'flags', 'metrics', 'profiles', 'prices'];

/** The limits of each plan: connections, commands per second, memory and disk in MiB. */
const PLANS = [
  ['free', 100, 1000, 256, 1024],
  ['payg', 1000, 10_000, 1024, 10_240],
  ['payg', 1000, 10_000, 3072, 102_400],
  ['paid', 10_000, 10_000, 3072, 102_400],
  ['pro', 10_000, 100_000, 10_240, 512_000],
] as const;

const MIB = 2 ** 20;

/** The load of each hour of a local day, as a share of the busiest hour. */
const LOAD_OF_HOUR = [
  0.32, 0.26, 0.22, 0.2, 0.2, 0.23, 0.3, 0.42, 0.6, 0.78, 0.9, 0.96, 0.93, 0.92, 0.97, 1, 0.98, 0.92, 0.85, 0.82, 0.8,
  0.7, 0.56, 0.42,
];

/** The load of each day from Sunday on, as a share of the load of a working day. */
const LOAD_OF_DAY = [0.6, 1, 1, 1, 1, 1, 0.6];

/** A database gets twice its memory, and an index twice its limits, when this share is used. */
export const UPGRADE_SHARE = 0.85;

export function createGeneratedDatabase(
  place: number,
  { seed, from, load, growth }: GenerateSettings,
): GeneratedDatabase {
  const random = createSeededRandom(seed, place);
  const [region, hoursAhead] = oneOf(random, REGIONS);
  const [plan, clients, commands, memoryMib, diskMib] = oneOf(random, PLANS);
  const [memoryLimit, diskLimit] = [memoryMib * MIB, diskMib * MIB];
  const loadFactor = between(random, 0.3, 1.7) * load;
  const [firstShare, diskShare] = [between(random, 0.1, 0.84), between(random, 0.05, 0.7)];
  const growthPerDay = between(random, 0, 2) * growth;
  const isUpgraded = random() < 0.5;
  let [swing, clientSwing] = [0, 0];

  const values: GeneratedValues = {
    database_name: `${oneOf(random, NAMES)}-${place + 1}`,
    primary_region: region,
    type: plan,
    state: 'active',
    db_max_clients: clients,
    db_max_commands_per_second: commands,
    db_memory_threshold: memoryLimit,
    db_disk_threshold: diskLimit,
  };

  return {
    id: `db-${String(place + 1).padStart(5, '0')}`,
    random,
    status: undefined,
    values,
    upgradesAt:
      isUpgraded && growthPerDay > 0 ? from + ((UPGRADE_SHARE - firstShare) / growthPerDay) * DAY_MS : Infinity,
    measure(at) {
      // Each reading depends on the previous one: a busy minute follows a busy minute.
      swing = 0.85 * swing + 0.15 * noise(random);
      clientSwing = 0.95 * clientSwing + 0.05 * noise(random);
      const now = values.state === 'active' ? loadFactor * loadAt(at + hoursAhead * HOUR_MS) : 0;
      const days = (at - from) / DAY_MS;
      const memory = firstShare + growthPerDay * days + 0.02 * now + 0.01 * clientSwing;
      values.db_max_commands_per_second_used = amount(commands, now * (1 + 0.6 * swing));
      values.db_max_clients_used = amount(clients, now * (0.8 + 0.4 * clientSwing));
      values.db_memory_threshold_used = Math.min(amount(memoryLimit, memory), values.db_memory_threshold as number);
      values.db_disk_threshold_used = amount(diskLimit, Math.min(1, diskShare + 0.5 * growthPerDay * days));
    },
  };
}

/** The load at a local time, as a share of the busiest hour of a working day. */
export function loadAt(localMs: number): number {
  const hours = localMs / HOUR_MS;
  const hour = Math.floor(hours);
  const before = loadOfHour(hour);
  const load = before + (hours - hour) * (loadOfHour(hour + 1) - before);
  // 1970 began on a Thursday. Before 1970, the day counts back from the end of the list.
  return load * (LOAD_OF_DAY.at((Math.floor(hour / 24) + 4) % 7) as number);
}

function loadOfHour(hour: number): number {
  return LOAD_OF_HOUR.at(hour % 24) as number;
}

function amount(limit: number, share: number): number {
  return Math.max(0, Math.round(limit * share));
}
