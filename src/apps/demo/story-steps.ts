import type { CreateDatabaseRequest } from '../../core/api/create-database.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { ControlClient } from '../../service/index.js';
import type { Sighting, StoryAction } from './story-event.js';

/** Where the story plays. */
export interface StoryScene {
  readonly fleet: Fleet;
  readonly control: Pick<ControlClient, 'databases' | 'faults'>;
  /** The database that it is about; empty before it was created. */
  readonly id: string;
  /** Lets the use of that database climb beyond its limits. */
  readonly climb: () => void;
}

/** One step: something is done, and subscribers see what follows. */
export interface StoryStep {
  readonly step: string;
  /** What is done. @default nothing: what was done before has more consequences */
  readonly action?: StoryAction;
  readonly act?: (scene: StoryScene) => unknown;
  /** What subscribers are to see of the database, in this order: each once, none before the step began. */
  readonly sees: readonly ExpectedSighting[];
  /** How long each of them may take, milliseconds. */
  readonly deadlineMs: number;
  /** How long the story rests afterwards, so that a person can follow. */
  readonly restMs: number;
}

/** A change to be seen, as in `{ event: 'entry', from: 'fresh', to: 'stale' }`. */
export type ExpectedSighting = {
  readonly event: 'transition' | 'limit' | 'entry';
  readonly field?: string;
  readonly from: string | null;
  readonly to: string | null;
};

/** The database that the story is about. */
export const storyRequest: CreateDatabaseRequest = {
  database_name: 'first-steps',
  platform: 'aws',
  primary_region: 'eu-west-1',
  read_regions: ['us-east-1'],
  plan: 'payg',
};

const transition = (field: string, from: string | null, to: string | null): ExpectedSighting => ({
  event: 'transition',
  field,
  from,
  to,
});

const memory = (from: string, to: string): ExpectedSighting => ({
  event: 'limit',
  field: 'db_memory_threshold',
  from,
  to,
});

/** The story, from the creation on. */
export const storySteps: readonly StoryStep[] = [
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
    step: 'is-lost-from-sight',
    action: 'outage',
    act: ({ control }) => control.faults.inject({ kind: 'status', status: 503 }),
    sees: [{ event: 'entry', from: 'fresh', to: 'stale' }],
    deadlineMs: 5000,
    restMs: 1500,
  },
  {
    step: 'survives-the-outage',
    action: 'outage-end',
    act: ({ control }) => control.faults.clear(),
    sees: [{ event: 'entry', from: 'stale', to: 'fresh' }],
    deadlineMs: 20_000,
    restMs: 500,
  },
];

/** Whether this is what was expected of that database. */
export function isExpected(sighting: Sighting, id: string, { event, field, from, to }: ExpectedSighting): boolean {
  if (sighting.event === 'polling' || sighting.event !== event || sighting.id !== id) return false;
  if ('field' in sighting && sighting.field !== field) return false;
  return sighting.from === from && sighting.to === to;
}

/** Whether this is of the same kind as something that is expected of that database: the same field, or its entry. */
export function isAbout(sighting: Sighting, id: string, expected: readonly ExpectedSighting[]): boolean {
  if (sighting.event === 'polling' || sighting.id !== id) return false;
  const field = 'field' in sighting ? sighting.field : undefined;
  return expected.some((one) => one.event === sighting.event && one.field === field);
}

/** What is expected, in words: `transition of state from active to suspended`. */
export function describeExpected({ event, field, from, to }: ExpectedSighting): string {
  return `${event}${field === undefined ? '' : ` of ${field}`} from ${from ?? 'rest'} to ${to ?? 'rest'}`;
}
