import { systemClock } from '../../index.js';
import { type CommandIo, formatJsonLine } from '../terminal/command-io.js';
import { Interrupted } from '../terminal/command-errors.js';
import { startLoad, waveAt } from './demo-load.js';
import { createDemoCadence, openDemo, type Demo, type DemoOptions } from './demo-environment.js';
import { Scenario, type ScenarioEvent } from './run-scenario.js';

/** @throws Error with a change that subscribers of the fleet did not see; Interrupted */
export async function printDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const emit = (event: ScenarioEvent): void =>
    void io.stdout.write(`${formatJsonLine({ at: new Date(systemClock.now()).toISOString(), ...event })}\n`);
  // Fast, so that all steps fit into 20 s. The other databases share one poll in two seconds. With more polls, they
  // would open the breaker before the scenario's database sees the outage.
  const intervals = { modifyingMs: 250, observedMs: 1000, trackedMs: Math.max(60_000, 2000 * options.databases) };
  const polling = { cadence: createDemoCadence(intervals), perSecond: 100, burst: 100 };
  let demo: Demo | undefined;
  let stopLoad: (() => void) | undefined;
  try {
    // The address of the page comes before everything else.
    const early: string[] = [];
    const onNotice = (notice: string): void =>
      void (demo === undefined ? early.push(notice) : emit({ event: 'notice', notice }));
    demo = await openDemo(io, { ...options, polling, onNotice });
    const { baseUrl, movedFrom, page, ids, clock } = demo;
    emit({ event: 'dashboard', url: page.url, movedFrom: page.movedFrom });
    emit({ event: 'service', url: baseUrl, movedFrom });
    early.forEach(onNotice);
    const startedMs = clock.monotonic();
    // The scenario itself reports the usage of the database that it creates.
    const shareOf = (id: string): number | undefined =>
      ids.includes(id) ? waveAt(clock.monotonic() - startedMs, id) : undefined;
    stopLoad = startLoad(demo, shareOf, onNotice);
    await new Scenario(demo, { emit, signal }).play();
  } catch (error) {
    // The service ends, so even an unknown outcome of a create does not matter.
    throw signal.aborted ? new Interrupted() : error;
  } finally {
    stopLoad?.();
    await demo?.close();
  }
}
