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

/** One line of the output. Its other members are facts about the event. */
export interface ScenarioEvent {
  readonly event: string;
  readonly [fact: string]: unknown;
}

/** A change that subscribers of the fleet's views saw. `null` stands for at rest. */
interface Observation extends ScenarioEvent {
  /** Absent for a change of the polling. */
  readonly id?: string;
  readonly field?: string;
  readonly from?: string | null;
  readonly to?: string | null;
}

export interface ScenarioStep {
  readonly step: string;
  /** @default none: the step waits for further changes of the previous action */
  readonly action?: 'suspend' | 'resume' | 'load' | 'outage' | 'outage-end';
  readonly act?: (scene: Pick<Demo, 'control'> & { readonly id: string; readonly climb: () => void }) => unknown;
  /** The changes of the database that subscribers see, in this order and each once, as {@link describeChange} names them. */
  readonly sees: readonly string[];
  /** @default 5000 */
  readonly deadlineMs?: number;
  /** The pause after the step, so that a person can follow. @default 500 */
  readonly restMs?: number;
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
    deadlineMs: 8000,
  },
  {
    step: 'is-suspended',
    action: 'suspend',
    act: ({ control, id }) => control.databases.set(id, { state: 'suspended' }),
    sees: ['transition of state from active to suspended'],
    restMs: 1500,
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
    deadlineMs: 8000,
  },
  {
    step: 'becomes-stale',
    action: 'outage',
    act: ({ control }) => control.faults.inject({ kind: 'status', status: 503 }),
    sees: ['entry from fresh to stale'],
    restMs: 1500,
  },
  {
    step: 'recovers-from-the-outage',
    action: 'outage-end',
    act: ({ control }) => control.faults.clear(),
    sees: ['entry from stale to fresh'],
    deadlineMs: 20_000,
  },
];

function describeChange({ event, field, from, to }: Observation): string {
  return `${event}${field === undefined ? '' : ` of ${field}`} from ${from ?? 'rest'} to ${to ?? 'rest'}`;
}

/** The changes that the steps expect. Subscribers also see the other limits. */
const EXPECTED = /^(?:transition|entry|limit of db_memory_threshold) /;

export interface ScenarioOptions {
  readonly emit: (event: ScenarioEvent) => void;
  readonly signal: AbortSignal;
  readonly steps?: readonly ScenarioStep[];
}

const CLIMB_INTERVAL_MS = 400;

const CLIMB_SHARES = [0.5, 0.6, 0.7, 0.78, 0.84, 0.9, 0.96, 0.98, 1.01];

/**
 * The scenario of one database: actions on the service, and the changes that subscribers of the fleet see. The scenario
 * ends early if subscribers see a change too late, out of order or twice.
 */
export class Scenario {
  readonly #options: DemoEnvironment & Required<ScenarioOptions>;
  readonly #subscription = new Subscription();
  /** The changes of the created database that subscribers saw, as {@link describeChange} names them. */
  readonly #seen: string[] = [];
  #id = '';
  #onSeen = (): void => {};

  constructor(environment: DemoEnvironment, options: ScenarioOptions) {
    this.#options = { ...environment, steps: scenarioSteps, ...options };
  }

  /**
   * @returns a description of the first failed step, or `undefined` after success.
   * @throws the signal's reason, or the error of an action
   */
  async play(): Promise<string | undefined> {
    const { fleet, emit } = this.#options;
    this.#subscription.add(
      transitionsOf(fleet).subscribe(({ id, field, from = null, to = null }) =>
        this.#see({ event: 'transition', id, name: nameOf(fleet, id), field, from, to }),
      ),
    );
    this.#subscription.add(
      fleet.polling.status.pipe(pairwise()).subscribe(([{ state: before }, { state, reason }]) => {
        if (state !== before) this.#see({ event: 'polling', state, reason: reason?.message });
      }),
    );
    try {
      const failure = await this.#playSteps();
      const { requestsLastMinute } = fleet.polling.status.value;
      emit({ event: 'end', ok: failure === undefined, requestsLastMinute });
      return failure;
    } finally {
      this.#subscription.unsubscribe();
    }
  }

  #see(observation: Observation): void {
    this.#options.emit(observation);
    const change = describeChange(observation);
    if (observation.id === this.#id && EXPECTED.test(change)) this.#seen.push(change);
    this.#onSeen();
  }

  async #playSteps(): Promise<string | undefined> {
    const { steps } = this.#options;
    const notLoaded = await this.#timed('loads', () => this.#load());
    if (notLoaded !== undefined) return notLoaded;
    await this.#timed('is-created', () => this.#create());
    const expected: string[] = [];
    for (const step of steps) {
      expected.push(...step.sees);
      const failure = await this.#timed(step.step, () => this.#playStep(step, expected));
      if (failure !== undefined) return failure;
      await this.#until(() => false, step.restMs ?? 500);
    }
    return this.#timed('each-change-is-seen-once', async () =>
      this.#seen.length === expected.length ? undefined : `expected ${expected.length} changes, each once`,
    );
  }

  /** Plays a step, and emits its end. @param play returns what is missing @returns the step with what is missing */
  async #timed(step: string, play: () => Promise<string | undefined>): Promise<string | undefined> {
    const { clock, emit } = this.#options;
    const startedMs = clock.monotonic();
    const missing = await play();
    const afterMs = Math.round(clock.monotonic() - startedMs);
    emit({ event: 'step', step, ok: missing === undefined, afterMs, missing });
    return missing === undefined ? undefined : `${step}: ${missing}`;
  }

  async #load(): Promise<string | undefined> {
    const { fleet, emit, signal } = this.#options;
    const known = fleet.databases.known.value.length;
    let reported = -1;
    const progress = fleet.databases.all.subscribe(({ length: loaded }) => {
      // At most 20 progress events, for any number of databases.
      if (Math.floor((20 * loaded) / known) === reported) return;
      reported = Math.floor((20 * loaded) / known);
      emit({ event: 'progress', loaded, known });
    });
    try {
      await Promise.all([refreshAll(fleet, { signal }), fleet.indices.refresh({ signal })]);
    } finally {
      progress.unsubscribe();
    }
    const loaded = fleet.databases.all.value.length;
    return loaded < known ? `${known - loaded} of ${known} databases` : undefined;
  }

  async #create(): Promise<undefined> {
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
  }

  /** @param expected the changes since the creation, with those of this step */
  async #playStep({ action, act, deadlineMs = 5000 }: ScenarioStep, expected: readonly string[]) {
    const { control, emit } = this.#options;
    const id = this.#id;
    if (action !== undefined) emit({ event: 'action', action, id, name: scenarioRequest.database_name });
    await act?.({ control, id, climb: () => this.#climb(id, CLIMB_SHARES) });
    const missing = (): string | undefined => {
      const at = expected.findIndex((change, place) => this.#seen[place] !== change);
      return this.#seen[at] === undefined ? expected[at] : `${expected[at]}, and not ${this.#seen[at]}`;
    };
    await this.#until(() => missing() === undefined, deadlineMs);
    return missing();
  }

  /** Waits until a condition is met, at most `withinMs`. Each observation checks it again. @throws the signal's reason */
  #until(isMet: () => boolean, withinMs: number): Promise<void> {
    const { clock, signal } = this.#options;
    const ended = new Promise<void>((resolve) => {
      this.#subscription.add(clock.schedule(resolve, withinMs));
      this.#onSeen = () => isMet() && resolve();
      this.#onSeen();
    });
    return unlessAborted(ended, [signal]);
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
