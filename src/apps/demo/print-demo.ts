import { type PollingOptions, systemClock } from '../../index.js';
import { type CommandIo, formatJsonLine } from '../terminal/command-io.js';
import { Interrupted } from '../terminal/command-errors.js';
import type { Dashboard } from '../dashboard/server/start-dashboard.js';
import { registerLocal, registerService } from '../local-services/local-files.js';
import { waveAt } from './demo-load.js';
import { createDemoCadence, startDemoEnvironment, type DemoEnvironment } from './demo-environment.js';
import { openDemoDashboard } from './demo-dashboard.js';
import { runScenario } from './run-scenario.js';
import { demoCredentials, environmentOptionsOf, type DemoOptions } from './demo-options.js';
import { startRealLoad } from './start-load.js';
import type { ScenarioEvent } from './scenario.js';

/**
 * Fast, so that all steps fit into 20 s. The other databases share one poll in two seconds. With more polls, they would
 * open the breaker before the scenario's database sees the outage.
 */
function pollingOf({ databases }: DemoOptions): PollingOptions {
  const intervals = { modifyingMs: 250, observedMs: 1000, trackedMs: Math.max(60_000, 2000 * databases) };
  return { cadence: createDemoCadence(intervals), perSecond: 100, burst: 100 };
}

/**
 * Runs the scenario and prints its events as lines of JSON to stdout.
 *
 * @throws Error with the failed step; Interrupted
 */
export async function printDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const emit = (event: ScenarioEvent): void =>
    void io.stdout.write(`${formatJsonLine({ at: new Date(systemClock.now()).toISOString(), ...event })}\n`);
  let environment: DemoEnvironment | undefined;
  let dashboard: Dashboard | undefined;
  let stopLoad: (() => void) | undefined;
  let registering: ReturnType<typeof registerService> | undefined;
  let registeringPage: ReturnType<typeof registerService> | undefined;
  try {
    // The address of the page comes before everything else.
    const early: string[] = [];
    const onNotice = (notice: string): void =>
      void (dashboard === undefined ? early.push(notice) : emit({ event: 'notice', notice }));
    environment = await startDemoEnvironment({
      ...environmentOptionsOf(io, options),
      polling: pollingOf(options),
      clock: systemClock,
      onNotice,
    });
    const { baseUrl, movedFrom } = environment;
    dashboard = await openPage(environment, onNotice);
    emit({ event: 'dashboard', ...addressOf(dashboard) });
    emit({ event: 'service', url: baseUrl, ...(movedFrom !== undefined && { movedFrom }) });
    early.forEach(onNotice);
    // Not awaited here, because the fleet would load the databases before the scenario observes the load.
    registering = registerService(io, { url: baseUrl, credentials: demoCredentials }, onNotice);
    registeringPage = registerLocal(io, 'pages', {
      url: dashboard.url,
      service: baseUrl,
      account: demoCredentials.username,
    });
    stopLoad = startSeedLoad(environment, onNotice);
    const failure = await runScenario(environment, { emit, signal });
    if (failure !== undefined) throw new Error(`The demonstration failed. Failed step: ${failure}.`);
  } catch (error) {
    // The service ends, so even an unknown outcome of a create does not matter.
    throw signal.aborted ? new Interrupted() : error;
  } finally {
    stopLoad?.();
    await (
      await registeringPage
    )?.();
    await dashboard?.close();
    await (
      await registering
    )?.();
    await environment?.close();
  }
}

/** The scenario itself reports the usage of the database that it creates. */
function startSeedLoad(environment: DemoEnvironment, onNotice: (notice: string) => void): () => void {
  const { clock } = environment;
  const seeded = new Set(environment.fleet.databases.known.value);
  const startedMs = clock.monotonic();
  return startRealLoad(environment, {
    shareOf: (id) => waveAt(clock.monotonic() - startedMs, id),
    isSimulated: (id) => !seeded.has(id),
    onNotice,
  });
}

/** The fleet does not track databases that are created on the page, because the scenario checks all changes that it sees. */
function openPage(environment: DemoEnvironment, onNotice: (notice: string) => void): Promise<Dashboard> {
  const ids = new Set<string>();
  return openDemoDashboard(environment, { ids, onCreated: (id) => ids.add(id), onNotice });
}

function addressOf({ url, movedFrom }: Dashboard): { url: string; movedFrom?: number } {
  return { url, ...(movedFrom !== undefined && { movedFrom }) };
}
