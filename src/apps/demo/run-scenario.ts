import { pairwise, Subscription } from 'rxjs';
import {
  createDatabase,
  limitsOf,
  refreshAll,
  reportUsage,
  transitionsOf,
  type CreateDatabaseRequest,
  type Fleet,
} from '../../index.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import { databaseLoad, SIMULATED } from './demo-load.js';
import type { Demo, DemoEnvironment } from './demo-environment.js';

/** One line of the output, such as a change that subscribers of the fleet's views saw. */
export interface ScenarioEvent {
  readonly event: string;
  readonly id?: string;
  readonly field?: string;
  /** `null` stands for at rest. */
  readonly from?: string | null;
  readonly to?: string | null;
  readonly [fact: string]: unknown;
}

export interface ScenarioStep {
  readonly step: string;
  /** @default none: the step waits for further changes of the previous action */
  readonly action?: 'suspend' | 'resume' | 'load' | 'outage' | 'outage-end';
  readonly act?: (scene: Pick<Demo, 'control'> & { readonly id: string; readonly climb: () => void }) => unknown;
  /** The changes of the database that subscribers see, as {@link describeChange} names them. */
  readonly sees: readonly string[];
}

export const scenarioRequest: CreateDatabaseRequest = {
  database_name: 'first-steps',
  platform: 'aws',
  primary_region: 'eu-west-1',
  read_regions: ['us-east-1'],
  plan: 'payg',
};

const LEVELS = ['unknown', 'ok', 'warning', 'critical', 'exceeded'];

export const scenarioSteps: readonly ScenarioStep[] = [
  {
    step: 'comes-to-rest',
    sees: ['creating to updating', 'updating to rest'].map((change) => `transition of modifying_state from ${change}`),
  },
  {
    step: 'is-suspended',
    action: 'suspend',
    act: ({ control, id }) => control.databases.set(id, { state: 'suspended' }),
    sees: ['transition of state from active to suspended'],
  },
  {
    step: 'comes-back',
    action: 'resume',
    act: ({ control, id }) => control.databases.set(id, { state: 'active' }),
    sees: ['transition of state from suspended to active'],
  },
  {
    step: 'reaches-its-limits',
    action: 'load',
    act: ({ climb }) => climb(),
    sees: LEVELS.slice(1).map((to, at) => `limit of db_memory_threshold from ${LEVELS[at]} to ${to}`),
  },
  {
    step: 'becomes-stale',
    action: 'outage',
    act: ({ control }) => control.faults.inject({ kind: 'status', status: 503 }),
    sees: ['entry from fresh to stale'],
  },
  {
    step: 'recovers-from-the-outage',
    action: 'outage-end',
    act: ({ control }) => control.faults.clear(),
    sees: ['entry from stale to fresh'],
  },
];

function describeChange({ event, field, from, to }: ScenarioEvent): string {
  return `${event}${field === undefined ? '' : ` of ${field}`} from ${from ?? 'rest'} to ${to ?? 'rest'}`;
}

export interface ScenarioOptions {
  readonly emit: (event: ScenarioEvent) => void;
  readonly signal: AbortSignal;
  readonly steps?: readonly ScenarioStep[];
}

/** The pause after each step, so that a person can follow. */
const REST_MS = 800;

/** How long a step waits for its changes: the fleet notices the end of an outage only at its next request. */
const DEADLINE_MS = 20_000;

const CLIMB_INTERVAL_MS = 400;

const CLIMB_SHARES = [0.5, 0.6, 0.7, 0.78, 0.84, 0.9, 0.96, 0.98, 1.01];

/** The scenario of one database: actions on the service, and the changes that subscribers of the fleet see. */
export class Scenario {
  readonly #options: DemoEnvironment & Required<ScenarioOptions>;
  readonly #subscription = new Subscription();
  #id = '';
  /** The changes of the created database that the current step waits for. */
  #awaited = new Set<string>();
  #onSeen = (): void => {};

  constructor(environment: DemoEnvironment, options: ScenarioOptions) {
    this.#options = { ...environment, steps: scenarioSteps, ...options };
  }

  /** @throws Error with a change that subscribers did not see; the signal's reason; the error of an action */
  async play(): Promise<void> {
    const { fleet, emit, steps } = this.#options;
    this.#subscription.add(
      transitionsOf(fleet).subscribe(({ id, field, from = null, to = null }) =>
        this.#see({ event: 'transition', id, name: nameOf(fleet, id), field, from, to }),
      ),
    );
    this.#subscription.add(
      fleet.polling.status.pipe(pairwise()).subscribe(([{ state: before }, { state, reason }]) => {
        if (state !== before) emit({ event: 'polling', state, reason: reason?.message });
      }),
    );
    try {
      await this.#load();
      await this.#create();
      for (const step of steps) await this.#playStep(step);
      emit({ event: 'end', requestsLastMinute: fleet.polling.status.value.requestsLastMinute });
    } finally {
      this.#subscription.unsubscribe();
    }
  }

  #see(event: ScenarioEvent): void {
    this.#options.emit(event);
    const isAwaited = event.id === this.#id && this.#awaited.delete(describeChange(event));
    if (isAwaited && this.#awaited.size === 0) this.#onSeen();
  }

  async #load(): Promise<void> {
    const { fleet, emit, signal } = this.#options;
    const known = fleet.databases.known.value.length;
    await Promise.all([refreshAll(fleet, { signal }), fleet.indices.refresh({ signal })]);
    const missing = known - fleet.databases.all.value.length;
    if (missing > 0) throw new Error(`The demonstration failed: ${missing} of ${known} databases did not load.`);
    emit({ event: 'step', step: 'loads' });
  }

  async #create(): Promise<void> {
    const { fleet, emit, signal } = this.#options;
    emit({ event: 'action', action: 'create', name: scenarioRequest.database_name });
    const { database_id: id } = await createDatabase(fleet, scenarioRequest, { signal });
    this.#id = id;
    const entries = fleet.databases.entry(id).pipe(pairwise());
    const limits = limitsOf(fleet, 'database', id).pipe(pairwise());
    this.#subscription.add(
      entries.subscribe(([{ status: from }, { status: to, error }]) => {
        if (from !== to) this.#see({ event: 'entry', id, name: nameOf(fleet, id), from, to, error: error?.code });
      }),
    );
    this.#subscription.add(
      limits.subscribe(([before, after]) => {
        for (const { field, unit, status: to, used, limit, ratio } of after) {
          const from = before.find((usage) => usage.field === field)?.status ?? 'unknown';
          if (from === to) continue;
          this.#see({ event: 'limit', id, name: nameOf(fleet, id), field, from, to, unit, used, limit, ratio });
        }
      }),
    );
    emit({ event: 'step', step: 'is-created' });
  }

  async #playStep({ step, action, act, sees }: ScenarioStep): Promise<void> {
    const { control, emit } = this.#options;
    const id = this.#id;
    const awaited = (this.#awaited = new Set(sees));
    if (action !== undefined) emit({ event: 'action', action, id, name: scenarioRequest.database_name });
    await act?.({ control, id, climb: () => this.#climb(id, CLIMB_SHARES) });
    if (awaited.size > 0) await this.#wait(DEADLINE_MS);
    const [missing] = awaited;
    if (missing !== undefined)
      throw new Error(`The demonstration failed. Step ${step}: subscribers did not see the ${missing}.`);
    emit({ event: 'step', step });
    await this.#wait(REST_MS);
  }

  /** Waits for a time, or until the changes of the step are seen. @throws the signal's reason */
  #wait(ms: number): Promise<void> {
    const { clock, signal } = this.#options;
    const over = new Promise<void>((resolve) => {
      this.#subscription.add(clock.schedule(resolve, ms));
      this.#onSeen = resolve;
    });
    return unlessAborted(over, [signal]);
  }

  #climb(id: string, [share, ...later]: readonly number[]): void {
    const { fleet, clock } = this.#options;
    const record = fleet.databases.record(id).value;
    if (share === undefined || record === undefined) return;
    reportUsage(fleet, 'database', id, databaseLoad(record, share), SIMULATED);
    this.#subscription.add(clock.schedule(() => this.#climb(id, later), CLIMB_INTERVAL_MS));
  }
}

function nameOf({ databases }: Fleet, id: string): string {
  return databases.record(id).value?.database_name ?? id;
}
