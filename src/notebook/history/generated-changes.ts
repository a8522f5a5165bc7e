import { DAY_MS, type GenerateSettings } from './generate-options.js';
import type { GeneratedDatabase, GeneratedValues } from './generated-database.js';
import { between, createSeededRandom, oneOf, type Random } from './seeded-random.js';

export interface GeneratedChange {
  readonly at: number;
  readonly place: number;
  readonly status?: 'fresh' | 'missing';
  readonly values?: Partial<GeneratedValues>;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const HOURS_OF_DAY = 24;

const HIT_SHARE = 0.85;

/** The values of a database from some milliseconds after the start of an incident on. */
type Steps = (readonly [afterMs: number, values: Partial<GeneratedValues>])[];

interface Plan extends Omit<GenerateSettings, 'databases'> {
  readonly databases: readonly GeneratedDatabase[];
  readonly changes: GeneratedChange[];
  /** The times of the incidents of each database. They do not overlap, and are in the order of time. */
  readonly busyTimes: readonly (readonly [start: number, end: number])[][];
}

/** Lists what happens to the databases, in the order of time. */
export function generateChanges(
  settings: GenerateSettings,
  databases: readonly GeneratedDatabase[],
): GeneratedChange[] {
  const plan: Plan = { ...settings, databases, changes: [], busyTimes: databases.map(() => []) };
  addLifecycles(plan);
  addOutages(plan);
  addIncidents(plan);
  return plan.changes.filter(({ at }) => at < plan.until).toSorted((a, b) => a.at - b.at || a.place - b.place);
}

/** Decides which databases are created, and which others are deleted, so that none is deleted before it is created. */
function addLifecycles({ seed, from, until, days, churn, databases, changes, busyTimes }: Plan): void {
  const random = createSeededRandom(seed, databases.length + 2);
  const churned = Math.min(Math.floor(databases.length / 2), Math.round(databases.length * churn * days));
  databases.forEach((database, place) => {
    const isCreated = place >= databases.length - churned;
    database.status = isCreated ? undefined : 'fresh';
    if (isCreated) {
      const at = Math.round(between(random, from, until));
      const restsAt = Math.round(at + between(random, 5, 30) * SECOND_MS);
      changes.push({ at, place, status: 'fresh', values: { modifying_state: 'creating' } });
      changes.push({ at: restsAt, place, values: { modifying_state: undefined } });
      busyTimes[place]?.push([-Infinity, restsAt]);
    }
    if (place < churned) {
      const at = Math.round(between(random, from, until));
      changes.push({ at, place, status: 'missing' });
      busyTimes[place]?.push([at, Infinity]);
    }
  });
}

function addOutages(plan: Plan): void {
  const { seed, from, until, outages, databases } = plan;
  const random = createSeededRandom(seed, databases.length + 1);
  for (let outage = 0; outage < outages && databases.length > 0; outage++) {
    const region = oneOf(random, databases).values.primary_region;
    const start = from + between(random, 0.1, 0.8) * (until - from);
    const lengthMs = between(random, 15, 60) * MINUTE_MS;
    databases.forEach((database, place) => {
      if (database.values.primary_region !== region || random() >= HIT_SHARE) return;
      const late = between(random, 0, 3) * MINUTE_MS;
      const back = lengthMs + between(random, 0, 10) * MINUTE_MS;
      addIncident(plan, place, start + late, suspension(random, back, 30, 180));
    });
  }
}

function addIncidents(plan: Plan): void {
  const { from, until, days, incidents, databases } = plan;
  databases.forEach(({ random, upgradesAt, values }, place) => {
    const memory = values.db_memory_threshold as number;
    if (upgradesAt < until) {
      const steps = maintenance(random, 20, 600, { db_memory_threshold: memory * 2 });
      addIncident(plan, place, Math.max(from, upgradesAt), steps);
    }
    for (let hour = 0; hour < days * HOURS_OF_DAY; hour++) {
      if (random() >= incidents / HOURS_OF_DAY) continue;
      addIncident(plan, place, from + ((hour + random()) / HOURS_OF_DAY) * DAY_MS, incidentSteps(random));
    }
  });
}

/** Does nothing if the database does not exist all the time, or has another incident. */
function addIncident({ changes, busyTimes }: Plan, place: number, start: number, steps: Steps): void {
  const end = start + (steps.at(-1)?.[0] ?? 0);
  const busy = busyTimes[place] ?? [];
  const next = busy.findLastIndex(([, ended]) => ended < start) + 1;
  if ((busy[next]?.[0] ?? Infinity) <= end) return;
  busy.splice(next, 0, [start, end]);
  for (const [afterMs, values] of steps) changes.push({ at: Math.round(start + afterMs), place, values });
}

/** Suspended for `back` milliseconds, and then updating for `least` to `most` seconds. */
function suspension(random: Random, back: number, least: number, most: number): Steps {
  return [
    [0, { state: 'suspended' }],
    [back, { modifying_state: 'updating' }],
    [back + between(random, least, most) * SECOND_MS, { state: 'active', modifying_state: undefined }],
  ];
}

/** A database is updating for `least` to `most` seconds. Then it has the new `values`. */
function maintenance(random: Random, least: number, most: number, values: Partial<GeneratedValues> = {}): Steps {
  return [
    [0, { modifying_state: 'updating' }],
    [between(random, least, most) * SECOND_MS, { modifying_state: undefined, ...values }],
  ];
}

/** Most often maintenance, which can be shorter than the time between two polls; otherwise a change of `state`. */
function incidentSteps(random: Random): Steps {
  const kind = random();
  if (kind < 0.6) return maintenance(random, 10, random() < 0.5 ? 90 : 900);
  if (kind < 0.75) {
    return [
      [0, { state: 'passive' }],
      [between(random, 10, 60) * MINUTE_MS, { state: 'active' }],
    ];
  }
  return suspension(random, between(random, 2, 90) * MINUTE_MS, 10, 120);
}
