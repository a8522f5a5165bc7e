import { type Database, refreshAll, createDatabase, reportUsage } from '../../index.js';
import { databaseLoad, SIMULATED } from './demo-load.js';
import type { DemoEnvironment } from './demo-environment.js';
import type { ScenarioEvent, Observation } from './scenario-event.js';
import {
  describeExpected,
  isAbout,
  isExpected,
  scenarioRequest,
  scenarioSteps,
  type ScenarioStep,
} from './scenario-steps.js';
import { watchFleet, type FleetWatch } from './watch-fleet.js';
import type { Clock } from '../../core/shared/clock.js';

export interface ScenarioOptions {
  readonly emit: (event: ScenarioEvent) => void;
  readonly signal: AbortSignal;
  /** The steps after the creation. @default all steps */
  readonly steps?: readonly ScenarioStep[];
}

interface Scenario extends Required<ScenarioOptions> {
  readonly environment: DemoEnvironment;
  readonly observations: Observations;
  readonly watch: FleetWatch;
}

/**
 * Runs the scenario of one database: actions on the service, and the changes that subscribers of the fleet see. The
 * scenario ends early if subscribers see a change too late, out of order or twice.
 *
 * @returns a description of the first failed step, or `undefined` after success.
 * @throws the signal's reason, or the error of an action
 */
export async function runScenario(environment: DemoEnvironment, options: ScenarioOptions): Promise<string | undefined> {
  const { emit } = options;
  const observations = createObservations(environment.clock);
  const watch = watchFleet(environment.fleet, (observation) => {
    emit(observation);
    observations.add(observation);
  });
  try {
    const failure = await play({ steps: scenarioSteps, ...options, environment, observations, watch });
    const { requestsLastMinute } = environment.fleet.polling.status.value;
    emit({ event: 'end', ok: failure === undefined, requestsLastMinute });
    return failure;
  } finally {
    watch.stop();
  }
}

async function play(scenario: Scenario): Promise<string | undefined> {
  const notLoaded = await load(scenario);
  if (notLoaded !== undefined) return notLoaded;
  const { database_id: id } = await create(scenario);
  let stopClimbing = (): void => {};
  const climb = (): void => void (stopClimbing = startClimb(scenario, id));
  try {
    for (const step of scenario.steps) {
      const missing = await playStep(scenario, id, step, climb);
      if (missing !== undefined) return `${step.step}: ${missing}`;
    }
    return checkOnce(scenario, id);
  } finally {
    stopClimbing();
  }
}

async function load({ environment, emit, signal }: Scenario): Promise<string | undefined> {
  const { fleet, clock } = environment;
  const startedMs = clock.monotonic();
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
  const missing = loaded === known ? undefined : `${known - loaded} of ${known} databases`;
  emit(stepEvent('loads', clock.monotonic() - startedMs, missing));
  return missing === undefined ? undefined : `loads: ${missing}`;
}

async function create({ environment, emit, watch, signal }: Scenario): Promise<Database> {
  const { fleet, clock } = environment;
  const startedMs = clock.monotonic();
  emit({ event: 'action', action: 'create', name: scenarioRequest.database_name });
  const database = await createDatabase(fleet, scenarioRequest, { signal });
  watch.follow(database.database_id);
  emit(stepEvent('is-created', clock.monotonic() - startedMs));
  return database;
}

async function playStep(
  scenario: Scenario,
  id: string,
  step: ScenarioStep,
  climb: () => void,
): Promise<string | undefined> {
  const { environment, observations, emit, signal } = scenario;
  const { action, act, sees, deadlineMs, restMs } = step;
  let from = observations.all.length;
  const startedMs = environment.clock.monotonic();
  if (action !== undefined) emit({ event: 'action', action, id, name: scenarioRequest.database_name });
  await act?.({ fleet: environment.fleet, control: environment.control, id, climb });
  for (const expected of sees) {
    const seen = await observations.next((one) => isExpected(one, id, expected), { from, deadlineMs, signal });
    if (seen === undefined) {
      const missing = describeExpected(expected);
      emit(stepEvent(step.step, environment.clock.monotonic() - startedMs, missing));
      return missing;
    }
    from = observations.all.indexOf(seen) + 1;
  }
  emit(stepEvent(step.step, environment.clock.monotonic() - startedMs));
  await observations.next(() => false, { from, deadlineMs: restMs, signal });
  return undefined;
}

/** Checks that subscribers saw the expected changes of the database, each once, and no others. */
function checkOnce({ observations, steps, emit }: Scenario, id: string): string | undefined {
  const expected = steps.flatMap(({ sees }) => sees);
  const seen = observations.all.filter((observation) => isAbout(observation, id, expected));
  const isSame =
    seen.length === expected.length &&
    expected.every((one, at) => {
      const observation = seen[at];
      return observation !== undefined && isExpected(observation, id, one);
    });
  const missing = isSame ? undefined : `expected ${expected.length} changes, each once; saw ${seen.length}`;
  emit(stepEvent('each-change-is-seen-once', 0, missing));
  return missing === undefined ? undefined : `each-change-is-seen-once: ${missing}`;
}

const CLIMB_INTERVAL_MS = 400;

/** The reported shares of the limits, in order. */
const CLIMB_SHARES = [0.5, 0.6, 0.7, 0.78, 0.84, 0.9, 0.96, 0.98, 1.01];

function startClimb({ environment: { fleet, clock } }: Scenario, id: string): () => void {
  let cancel = (): void => {};
  const report = ([share, ...later]: readonly number[]): void => {
    const record = fleet.databases.record(id).value;
    if (share === undefined || record === undefined) return;
    reportUsage(fleet, 'database', id, databaseLoad(record, share), { source: SIMULATED });
    cancel = clock.schedule(() => report(later), CLIMB_INTERVAL_MS);
  };
  report(CLIMB_SHARES);
  return () => cancel();
}

function stepEvent(step: string, afterMs: number, missing?: string): ScenarioEvent {
  return {
    event: 'step',
    step,
    ok: missing === undefined,
    afterMs: Math.round(afterMs),
    ...(missing !== undefined && { missing }),
  };
}

/** The observations so far, in order, and a way to wait for the next. */
interface Observations {
  readonly all: readonly Observation[];
  add(observation: Observation): void;
  /**
   * Waits for an observation that matches, at the position `from` or later.
   *
   * @returns `undefined` after the deadline.
   */
  next(matches: (observation: Observation) => boolean, wait: ObservationWait): Promise<Observation | undefined>;
}

interface ObservationWait {
  readonly from: number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

function createObservations(clock: Clock): Observations {
  const all: Observation[] = [];
  const listeners = new Set<() => void>();

  return {
    all,
    add(observation) {
      all.push(observation);
      for (const listener of listeners) listener();
    },
    next: (matches, { from, deadlineMs, signal }) =>
      new Promise((resolve, reject) => {
        const found = (): Observation | undefined => all.slice(from).find(matches);
        const end = (): void => {
          cancel();
          listeners.delete(look);
          signal.removeEventListener('abort', end);
          if (signal.aborted) reject(signal.reason);
          else resolve(found());
        };
        const look = (): void => (found() === undefined ? undefined : end());
        const cancel = clock.schedule(end, deadlineMs);
        listeners.add(look);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
        else look();
      }),
  };
}
