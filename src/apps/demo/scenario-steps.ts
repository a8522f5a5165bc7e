import type { CreateDatabaseRequest, Fleet } from '../../index.js';
import type { ControlClient } from '../../service/index.js';
import type { Observation, ScenarioAction } from './scenario-event.js';

export interface ScenarioContext {
  readonly fleet: Fleet;
  readonly control: Pick<ControlClient, 'databases' | 'faults'>;
  /** The id of the scenario's database. Empty before it is created. */
  readonly id: string;
  /** Starts to report usage of that database that climbs beyond its limits. */
  readonly climb: () => void;
}

export interface ScenarioStep {
  readonly step: string;
  /** @default none: the step waits for further changes of the previous action */
  readonly action?: ScenarioAction;
  readonly act?: (scene: ScenarioContext) => unknown;
  /** The changes of the database that subscribers see, in this order and each once, after the step started. */
  readonly sees: readonly ExpectedObservation[];
  readonly deadlineMs: number;
  /** The pause after the step, so that a person can follow. */
  readonly restMs: number;
}

/** An expected change, as in `{ event: 'entry', from: 'fresh', to: 'stale' }`. */
export type ExpectedObservation = {
  readonly event: 'transition' | 'limit' | 'entry';
  readonly field?: string;
  readonly from: string | null;
  readonly to: string | null;
};

export const scenarioRequest: CreateDatabaseRequest = {
  database_name: 'first-steps',
  platform: 'aws',
  primary_region: 'eu-west-1',
  read_regions: ['us-east-1'],
  plan: 'payg',
};

const transition = (field: string, from: string | null, to: string | null): ExpectedObservation => ({
  event: 'transition',
  field,
  from,
  to,
});

const memory = (from: string, to: string): ExpectedObservation => ({
  event: 'limit',
  field: 'db_memory_threshold',
  from,
  to,
});

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
    sees: [
      memory('unknown', 'ok'),
      memory('ok', 'warning'),
      memory('warning', 'critical'),
      memory('critical', 'exceeded'),
    ],
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

export function isExpected(
  observation: Observation,
  id: string,
  { event, field, from, to }: ExpectedObservation,
): boolean {
  if (observation.event === 'polling' || observation.event !== event || observation.id !== id) return false;
  if ('field' in observation && observation.field !== field) return false;
  return observation.from === from && observation.to === to;
}

export function isAbout(observation: Observation, id: string, expected: readonly ExpectedObservation[]): boolean {
  if (observation.event === 'polling' || observation.id !== id) return false;
  const field = 'field' in observation ? observation.field : undefined;
  return expected.some((one) => one.event === observation.event && one.field === field);
}

/** Describes an expected change: `transition of state from active to suspended`. */
export function describeExpected({ event, field, from, to }: ExpectedObservation): string {
  return `${event}${field === undefined ? '' : ` of ${field}`} from ${from ?? 'rest'} to ${to ?? 'rest'}`;
}
