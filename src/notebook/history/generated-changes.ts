import { DAY_MS, type GeneratedDatabase, type GeneratedValues } from './generated-database.js';
import { between, createSeededRandom, oneOf, type Random } from './seeded-random.js';

/** A change of a simulated database. */
export interface GeneratedChange {
  /** Unix milliseconds */
  readonly at: number;
  readonly place: number;
  readonly status?: 'fresh' | 'missing';
  readonly values?: Partial<GeneratedValues>;
}

export interface GeneratedChangesOptions {
  readonly seed: number;
  readonly from: number;
  readonly days: number;
  readonly databases: readonly GeneratedDatabase[];
  readonly incidents: number;
  readonly outages: number;
  readonly churn: number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The most incidents of a database in an hour: each is over within two hours, and they do not overlap. */
const HOURS_OF_DAY = 24;

/** The share of the databases of a region that an outage hits. */
const HIT_SHARE = 0.85;

/** Lists what happens to the databases, in the order of time. */
export function generateChanges(options: GeneratedChangesOptions): GeneratedChange[] {
  const { seed, from, days, databases, incidents } = options;
  const until = from + days * DAY_MS;
  const lifecycles = createLifecycles(options, until);
  const changes = lifecycles.changes;

  /** Adds an incident, unless the database does not exist all the time or has another incident. */
  function addIncident(place: number, start: number, steps: readonly (readonly [number, Partial<GeneratedValues>])[]) {
    const end = start + (steps.at(-1)?.[0] ?? 0);
    if (!lifecycles.reserve(place, start, end)) return;
    for (const [afterMs, values] of steps) changes.push({ at: Math.round(start + afterMs), place, values });
  }

  const outageRandom = createSeededRandom(seed, databases.length + 1);
  for (let outage = 0; outage < options.outages && databases.length > 0; outage++) {
    const { region } = oneOf(outageRandom, databases);
    const start = from + between(outageRandom, 0.1, 0.8) * (until - from);
    const lengthMs = between(outageRandom, 15, 60) * MINUTE_MS;
    databases.forEach((database, place) => {
      if (database.region !== region || outageRandom() >= HIT_SHARE) return;
      const late = between(outageRandom, 0, 3) * MINUTE_MS;
      addIncident(place, start + late, outageSteps(outageRandom, lengthMs));
    });
  }

  databases.forEach(({ random, upgradesAt, values }, place) => {
    const memory = values.db_memory_threshold as number;
    if (upgradesAt < until) addIncident(place, Math.max(from, upgradesAt), upgradeSteps(random, memory));
    for (let hour = 0; hour < days * HOURS_OF_DAY; hour++) {
      if (random() >= incidents / HOURS_OF_DAY) continue;
      addIncident(place, from + ((hour + random()) / HOURS_OF_DAY) * DAY_MS, incidentSteps(random));
    }
  });
  return changes.filter(({ at }) => at < until).toSorted((a, b) => a.at - b.at || a.place - b.place);
}

function outageSteps(random: Random, lengthMs: number): [number, Partial<GeneratedValues>][] {
  const back = lengthMs + between(random, 0, 10) * MINUTE_MS;
  return [
    [0, { state: 'suspended' }],
    [back, { modifying_state: 'updating' }],
    [back + between(random, 30, 180) * SECOND_MS, { state: 'active', modifying_state: undefined }],
  ];
}

function upgradeSteps(random: Random, memory: number): [number, Partial<GeneratedValues>][] {
  return [
    [0, { modifying_state: 'updating' }],
    [between(random, 20, 600) * SECOND_MS, { modifying_state: undefined, db_memory_threshold: memory * 2 }],
  ];
}

/** Maintenance most often, some of it shorter than the time between two polls; else another state. */
function incidentSteps(random: Random): [number, Partial<GeneratedValues>][] {
  const kind = random();
  if (kind < 0.6) {
    return [
      [0, { modifying_state: 'updating' }],
      [between(random, 10, random() < 0.5 ? 90 : 900) * SECOND_MS, { modifying_state: undefined }],
    ];
  }
  if (kind < 0.75) {
    return [
      [0, { state: 'passive' }],
      [between(random, 10, 60) * MINUTE_MS, { state: 'active' }],
    ];
  }
  const back = between(random, 2, 90) * MINUTE_MS;
  return [
    [0, { state: 'suspended' }],
    [back, { modifying_state: 'updating' }],
    [back + between(random, 10, 120) * SECOND_MS, { state: 'active', modifying_state: undefined }],
  ];
}

/** The creations, deletions and incidents of all databases. */
interface Lifecycles {
  /** The creations and deletions. */
  readonly changes: GeneratedChange[];
  /**
   * Reserves the time from `start` to `end` for an incident. Returns `false` if the database does not exist all the time,
   * or has another incident in it.
   */
  reserve(place: number, start: number, end: number): boolean;
}

/** Decides which databases are created and deleted. */
function createLifecycles({ seed, from, days, databases, churn }: GeneratedChangesOptions, until: number): Lifecycles {
  const random = createSeededRandom(seed, databases.length + 2);
  const churned = Math.min(Math.floor(databases.length / 2), Math.round(databases.length * churn * days));
  const changes: GeneratedChange[] = [];
  /** The times of the incidents of each database. They do not overlap, and are in the order of time. */
  const busy = databases.map((): [number, number][] => []);

  databases.forEach((database, place) => {
    const isCreated = place >= databases.length - churned;
    database.status = isCreated ? undefined : 'fresh';
    if (isCreated) {
      const at = Math.round(between(random, from, until));
      const restsAt = Math.round(at + between(random, 5, 30) * SECOND_MS);
      changes.push({ at, place, status: 'fresh', values: { modifying_state: 'creating' } });
      changes.push({ at: restsAt, place, values: { modifying_state: undefined } });
      busy[place]?.push([-Infinity, restsAt]);
    }
    // A database is created or deleted, so that its creation comes before all other changes.
    if (place < churned) {
      const at = Math.round(between(random, from, until));
      changes.push({ at, place, status: 'missing' });
      busy[place]?.push([at, Infinity]);
    }
  });

  return {
    changes,
    reserve(place, start, end) {
      const intervals = busy[place] as [number, number][];
      const next = intervals.findLastIndex(([, ended]) => ended < start) + 1;
      if ((intervals[next]?.[0] ?? Infinity) <= end) return false;
      intervals.splice(next, 0, [start, end]);
      return true;
    },
  };
}
