import type { PollingOptions } from '../../core/polling/polling-options.js';
import { systemClock } from '../../core/shared/clock.js';
import type { CommandIo } from '../terminal/command-io.js';
import { Interrupted } from '../terminal/command-errors.js';
import { formatJsonLine } from '../terminal/format-json.js';
import type { Dashboard } from '../dashboard/server/start-dashboard.js';
import { registerService } from '../local-services/register-service.js';
import { createDemoCadence } from './demo-cadence.js';
import { demoCredentials } from './demo-credentials.js';
import { openDemoDashboard } from './demo-dashboard.js';
import type { DemoOptions } from './demo-options.js';
import { openDemoStage, type DemoStage } from './demo-stage.js';
import { runStory } from './run-story.js';
import { stageOptionsOf } from './stage-options.js';
import type { StoryEvent } from './story-event.js';

/**
 * Quick, so that a story of 20 s has room for all. The databases that it is not about are polled once in two seconds
 * at most, all together: were they more, they would find the outage first, and the breaker would keep the one that it
 * is about from finding it.
 */
function pollingOf({ databases }: DemoOptions): PollingOptions {
  const intervals = { modifyingMs: 250, observedMs: 1000, trackedMs: Math.max(60_000, 2000 * databases) };
  return { cadence: createDemoCadence(intervals), perSecond: 100, burst: 100 };
}

/**
 * Tells the story in lines of JSON on stdout.
 *
 * @throws Error that says which step did not happen; Interrupted
 */
export async function tellDemo(io: CommandIo, options: DemoOptions, signal: AbortSignal): Promise<void> {
  const tell = (event: StoryEvent): void =>
    void io.stdout.write(`${formatJsonLine({ at: new Date(systemClock.now()).toISOString(), ...event })}\n`);
  let stage: DemoStage | undefined;
  let dashboard: Dashboard | undefined;
  let registering: ReturnType<typeof registerService> | undefined;
  try {
    const onNotice = (notice: string): void => tell({ event: 'notice', notice });
    stage = await openDemoStage({
      ...stageOptionsOf(io, options),
      polling: pollingOf(options),
      clock: systemClock,
      onNotice,
    });
    const { baseUrl, movedFrom } = stage;
    // Not awaited here: meanwhile the fleet would load the databases that the story shows it load.
    registering = registerService(io, { url: baseUrl, credentials: demoCredentials }, onNotice);
    tell({ event: 'service', url: baseUrl, ...(movedFrom !== undefined && { movedFrom }) });
    dashboard = await openPage(stage, onNotice);
    tell({ event: 'dashboard', ...addressOf(dashboard) });
    const failure = await runStory(stage, { tell, signal });
    if (failure !== undefined) throw new Error(`The story did not happen as it should. Not seen: ${failure}.`);
  } catch (error) {
    // What became of a create matters to nobody here: the service ends as well.
    throw signal.aborted ? new Interrupted() : error;
  } finally {
    await dashboard?.close();
    await (
      await registering
    )?.();
    await stage?.close();
  }
}

/** The fleet leaves alone what is created on the page: the story counts what is seen of one database. */
function openPage(stage: DemoStage, onNotice: (notice: string) => void): Promise<Dashboard> {
  const ids = new Set<string>();
  return openDemoDashboard(stage, { ids, onCreated: (id) => ids.add(id), onNotice });
}

function addressOf({ url, movedFrom }: Dashboard): { url: string; movedFrom?: number } {
  return { url, ...(movedFrom !== undefined && { movedFrom }) };
}
