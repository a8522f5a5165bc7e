import type { CreateDatabaseRequest } from '../../index.js';
import type { ControlClient } from '../../service/index.js';

/** One line of the output. Its further members are facts about it. */
export interface ScenarioEvent {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** A change that the scenario expects of its database, as in `{ event: 'entry', from: 'fresh', to: 'stale' }`. */
export interface Change {
  readonly event: 'transition' | 'limit' | 'entry';
  readonly field?: string;
  /** `null` for at rest. */
  readonly from: string | null;
  readonly to: string | null;
}

/** A change that subscribers of the fleet's views saw. A change of the polling has no id. */
export interface Observation extends ScenarioEvent, Partial<Omit<Change, 'event'>> {
  readonly event: Change['event'] | 'polling';
  readonly id?: string;
}

export interface ScenarioContext {
  readonly control: Pick<ControlClient, 'databases' | 'faults'>;
  /** The id of the scenario's database. */
  readonly id: string;
  /** Starts to report usage of that database that climbs beyond its limits. */
  readonly climb: () => void;
}

export interface ScenarioStep {
  readonly step: string;
  /** @default none: the step waits for further changes of the previous action */
  readonly action?: 'suspend' | 'resume' | 'load' | 'outage' | 'outage-end';
  readonly act?: (scene: ScenarioContext) => unknown;
  /** The changes of the database that subscribers see, in this order and each once, after the step started. */
  readonly sees: readonly Change[];
  readonly deadlineMs: number;
  /** The pause after the step, so that a person can follow. */
  readonly restMs: number;
}

export const scenarioRequest: CreateDatabaseRequest = {
  database_name: 'first-steps',
  platform: 'aws',
  primary_region: 'eu-west-1',
  read_regions: ['us-east-1'],
  plan: 'payg',
};

const transition = (field: string, from: string | null, to: string | null): Change => ({
  event: 'transition',
  field,
  from,
  to,
});

const LEVELS = ['unknown', 'ok', 'warning', 'critical', 'exceeded'];

export const scenarioSteps: readonly ScenarioStep[] = [
  {
    step: 'comes-to-rest',
    sees: [transition('modifying_state', 'creating', 'updating'), transition('modifying_state', 'updating', null)],
    deadlineMs: 8000,
    restMs: 500,
  },
  {
    step: 'is-suspended',
    action: 'suspend',
    act: ({ control, id }) => control.databases.set(id, { state: 'suspended' }),
    sees: [transition('state', 'active', 'suspended')],
    deadlineMs: 5000,
    restMs: 1500,
  },
  {
    step: 'comes-back',
    action: 'resume',
    act: ({ control, id }) => control.databases.set(id, { state: 'active' }),
    sees: [transition('state', 'suspended', 'active')],
    deadlineMs: 5000,
    restMs: 500,
  },
  {
    step: 'reaches-its-limits',
    action: 'load',
    act: ({ climb }) => climb(),
    sees: LEVELS.slice(1).map((to, at) => ({
      event: 'limit',
      field: 'db_memory_threshold',
      from: LEVELS[at] ?? '',
      to,
    })),
    deadlineMs: 8000,
    restMs: 500,
  },
  {
    step: 'becomes-stale',
    action: 'outage',
    act: ({ control }) => control.faults.inject({ kind: 'status', status: 503 }),
    sees: [{ event: 'entry', from: 'fresh', to: 'stale' }],
    deadlineMs: 5000,
    restMs: 1500,
  },
  {
    step: 'recovers-from-the-outage',
    action: 'outage-end',
    act: ({ control }) => control.faults.clear(),
    sees: [{ event: 'entry', from: 'stale', to: 'fresh' }],
    deadlineMs: 20_000,
    restMs: 500,
  },
];

const isSame = (one: Observation, other: Change): boolean =>
  one.event === other.event && one.field === other.field && one.from === other.from && one.to === other.to;

/** The first of the changes that is not among the observations in this order. */
export function firstMissing(seen: readonly Observation[], expected: readonly Change[]): Change | undefined {
  let next = 0;
  for (const observation of seen) {
    const change = expected[next];
    if (change !== undefined && isSame(observation, change)) next += 1;
  }
  return expected[next];
}

/** Whether the observations of the same events and fields are the changes, each once. */
export function isEachOnce(seen: readonly Observation[], expected: readonly Change[]): boolean {
  const about = seen.filter(({ event, field }) => expected.some((one) => one.event === event && one.field === field));
  return about.length === expected.length && firstMissing(about, expected) === undefined;
}

/** Describes an expected change: `transition of state from active to suspended`. */
export function describeChange({ event, field, from, to }: Change): string {
  return `${event}${field === undefined ? '' : ` of ${field}`} from ${from ?? 'rest'} to ${to ?? 'rest'}`;
}
