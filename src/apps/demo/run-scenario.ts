import { createDatabase, refreshAll, reportUsage, limitsOf, transitionsOf, type Fleet } from '../../index.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import { databaseLoad, SIMULATED } from './demo-load.js';
import type { DemoEnvironment } from './demo-environment.js';
import {
  describeChange,
  firstMissing,
  isEachOnce,
  scenarioRequest,
  scenarioSteps,
  type Observation,
  type ScenarioEvent,
  type ScenarioStep,
} from './scenario.js';
import { pairwise, Subscription } from 'rxjs';

export interface ScenarioOptions {
  readonly emit: (event: ScenarioEvent) => void;
  readonly signal: AbortSignal;
  /** The steps after the creation. @default all steps */
  readonly steps?: readonly ScenarioStep[];
}

/**
 * Runs the scenario of one database: actions on the service, and the changes that subscribers of the fleet see. The
 * scenario ends early if subscribers see a change too late, out of order or twice.
 *
 * @returns a description of the first failed step, or `undefined` after success.
 * @throws the signal's reason, or the error of an action
 */
export async function runScenario(environment: DemoEnvironment, options: ScenarioOptions): Promise<string | undefined> {
  return new Scenario(environment, options).play();
}

const CLIMB_INTERVAL_MS = 400;

/** The reported shares of the limits, in order. */
const CLIMB_SHARES = [0.5, 0.6, 0.7, 0.78, 0.84, 0.9, 0.96, 0.98, 1.01];

class Scenario {
  readonly #environment: DemoEnvironment;
  readonly #options: Required<ScenarioOptions>;
  readonly #watch: FleetWatch;
  /** The changes so far. Those of the database have its id. */
  readonly #seen: Observation[] = [];
  #onSeen = (): void => {};
  #stopClimbing = (): void => {};

  constructor(environment: DemoEnvironment, options: ScenarioOptions) {
    this.#environment = environment;
    this.#options = { steps: scenarioSteps, ...options };
    this.#watch = watchFleet(environment.fleet, (observation) => {
      options.emit(observation);
      this.#seen.push(observation);
      this.#onSeen();
    });
  }

  async play(): Promise<string | undefined> {
    try {
      const failure = await this.#playSteps();
      const { requestsLastMinute } = this.#environment.fleet.polling.status.value;
      this.#options.emit({ event: 'end', ok: failure === undefined, requestsLastMinute });
      return failure;
    } finally {
      this.#watch.stop();
      this.#stopClimbing();
    }
  }

  async #playSteps(): Promise<string | undefined> {
    const { steps } = this.#options;
    const notLoaded = await this.#timed('loads', () => this.#load());
    if (notLoaded !== undefined) return notLoaded;
    let id = '';
    await this.#timed('is-created', async () => void (id = await this.#create()));
    for (const step of steps) {
      const failure = await this.#timed(step.step, () => this.#playStep(step, id));
      if (failure !== undefined) return failure;
      await this.#until(() => false, step.restMs);
    }
    const expected = steps.flatMap(({ sees }) => sees);
    return this.#timed('each-change-is-seen-once', async () =>
      isEachOnce(this.#seenOf(id), expected) ? undefined : `expected ${expected.length} changes, each once`,
    );
  }

  /** Tells the end of a step. @param play returns what is missing @returns the step, and what is missing */
  async #timed(step: string, play: () => Promise<string | undefined>): Promise<string | undefined> {
    const { clock } = this.#environment;
    const startedMs = clock.monotonic();
    const missing = await play();
    const afterMs = Math.round(clock.monotonic() - startedMs);
    this.#options.emit({ event: 'step', step, ok: missing === undefined, afterMs, missing });
    return missing === undefined ? undefined : `${step}: ${missing}`;
  }

  async #load(): Promise<string | undefined> {
    const { fleet } = this.#environment;
    const { emit, signal } = this.#options;
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
    return loaded === known ? undefined : `${known - loaded} of ${known} databases`;
  }

  async #create(): Promise<string> {
    const { emit, signal } = this.#options;
    emit({ event: 'action', action: 'create', name: scenarioRequest.database_name });
    const { database_id: id } = await createDatabase(this.#environment.fleet, scenarioRequest, { signal });
    this.#watch.follow(id);
    return id;
  }

  async #playStep({ action, act, sees, deadlineMs }: ScenarioStep, id: string): Promise<string | undefined> {
    const before = this.#seenOf(id).length;
    if (action !== undefined) this.#options.emit({ event: 'action', action, id, name: scenarioRequest.database_name });
    await act?.({ control: this.#environment.control, id, climb: () => this.#climb(id, CLIMB_SHARES) });
    const missing = () => firstMissing(this.#seenOf(id).slice(before), sees);
    await this.#until(() => missing() === undefined, deadlineMs);
    const change = missing();
    return change && describeChange(change);
  }

  #seenOf(id: string): readonly Observation[] {
    return this.#seen.filter((observation) => observation.id === id);
  }

  /** Waits until a condition is met, which each observation may change, or until a time is over. @throws the signal's reason */
  #until(isMet: () => boolean, withinMs: number): Promise<void> {
    let cancel = (): void => {};
    const ended = new Promise<void>((resolve) => {
      cancel = this.#environment.clock.schedule(resolve, withinMs);
      this.#onSeen = () => isMet() && resolve();
      this.#onSeen();
    });
    return unlessAborted(ended, [this.#options.signal]).finally(() => {
      cancel();
      this.#onSeen = () => {};
    });
  }

  #climb(id: string, [share, ...later]: readonly number[]): void {
    const { fleet, clock } = this.#environment;
    const record = fleet.databases.record(id).value;
    if (share === undefined || record === undefined) return;
    reportUsage(fleet, 'database', id, databaseLoad(record, share), { source: SIMULATED });
    this.#stopClimbing = clock.schedule(() => this.#climb(id, later), CLIMB_INTERVAL_MS);
  }
}

interface FleetWatch {
  follow(id: string): void;
  stop(): void;
}

/** Subscribes to the transitions and the polling of a fleet. @param onObservation called for each change */
function watchFleet(fleet: Fleet, onObservation: (observation: Observation) => void): FleetWatch {
  const subscriptions = new Subscription();
  const nameOf = (id: string): string => fleet.databases.record(id).value?.database_name ?? id;

  subscriptions.add(
    transitionsOf(fleet).subscribe(({ id, field, from = null, to = null }) =>
      onObservation({ event: 'transition', id, name: nameOf(id), field, from, to }),
    ),
  );
  subscriptions.add(
    fleet.polling.status.pipe(pairwise()).subscribe(([{ state: before }, { state, reason }]) => {
      if (state !== before) onObservation({ event: 'polling', state, reason: reason?.message });
    }),
  );

  return {
    follow(id) {
      subscriptions.add(
        fleet.databases
          .entry(id)
          .pipe(pairwise())
          .subscribe(([{ status: from }, { status: to, error }]) => {
            if (from !== to) onObservation({ event: 'entry', id, name: nameOf(id), from, to, error: error?.code });
          }),
      );
      subscriptions.add(
        limitsOf(fleet, 'database', id)
          .pipe(pairwise())
          .subscribe(([before, after]) => {
            for (const { field, unit, status: to, used, limit, ratio } of after) {
              const from = before.find((usage) => usage.field === field)?.status ?? 'unknown';
              if (from === to) continue;
              onObservation({ event: 'limit', id, name: nameOf(id), field, from, to, unit, used, limit, ratio });
            }
          }),
      );
    },
    stop: () => subscriptions.unsubscribe(),
  };
}
