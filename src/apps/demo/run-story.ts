import type { Database } from '../../core/api/database.js';
import { databaseLoad } from './demo-load.js';
import type { DemoStage } from './demo-stage.js';
import { createSightings, type Sightings } from './sightings.js';
import type { StoryEvent } from './story-event.js';
import { describeExpected, isAbout, isExpected, storyRequest, storySteps, type StoryStep } from './story-steps.js';
import { watchFleet, type FleetWatch } from './watch-fleet.js';

/** How the story is told. */
export interface StoryOptions {
  /** Hears of everything, as it happens. */
  readonly tell: (event: StoryEvent) => void;
  readonly signal: AbortSignal;
  /** What happens to the database once it is there. @default the whole story */
  readonly steps?: readonly StoryStep[];
}

interface Story extends Required<StoryOptions> {
  readonly stage: DemoStage;
  readonly sightings: Sightings;
  readonly watch: FleetWatch;
}

/**
 * Plays the story of one database: what is done to the service, and what subscribers of the fleet see of it. A step
 * that they do not see in time, out of order or twice, ends it.
 *
 * @returns what subscribers did not see, in words; `undefined` if all went well.
 * @throws the signal's reason; whatever an action fails with
 */
export async function runStory(stage: DemoStage, options: StoryOptions): Promise<string | undefined> {
  const { tell } = options;
  const sightings = createSightings(stage.clock);
  const watch = watchFleet(stage.fleet, (sighting) => {
    tell(sighting);
    sightings.add(sighting);
  });
  try {
    const failure = await play({ steps: storySteps, ...options, stage, sightings, watch });
    const { requestsLastMinute } = stage.fleet.polling.status.value;
    tell({ event: 'end', ok: failure === undefined, requestsLastMinute });
    return failure;
  } finally {
    watch.stop();
  }
}

async function play(story: Story): Promise<string | undefined> {
  const notLoaded = await load(story);
  if (notLoaded !== undefined) return notLoaded;
  const { database_id: id } = await create(story);
  let stopClimbing = (): void => {};
  const climb = (): void => void (stopClimbing = startClimb(story, id));
  try {
    for (const step of story.steps) {
      const missing = await playStep(story, id, step, climb);
      if (missing !== undefined) return `${step.step}: ${missing}`;
    }
    return checkOnce(story, id);
  } finally {
    stopClimbing();
  }
}

/** What the service began with comes into the fleet; how far it is, is told now and then. */
async function load({ stage, tell, signal }: Story): Promise<string | undefined> {
  const { fleet, clock } = stage;
  const startedMs = clock.monotonic();
  const known = fleet.databases.known.value.length;
  let told = -1;
  const progress = fleet.databases.all.subscribe(({ length: loaded }) => {
    // Each of four is news, each of a thousand is not.
    if (Math.floor((20 * loaded) / known) === told) return;
    told = Math.floor((20 * loaded) / known);
    tell({ event: 'progress', loaded, known });
  });
  try {
    await Promise.all([fleet.databases.refreshAll({ signal }), fleet.indices.refresh({ signal })]);
  } finally {
    progress.unsubscribe();
  }
  const loaded = fleet.databases.all.value.length;
  const missing = loaded === known ? undefined : `${known - loaded} of ${known} databases`;
  tell(stepEvent('loads', clock.monotonic() - startedMs, missing));
  return missing === undefined ? undefined : `loads: ${missing}`;
}

async function create({ stage, tell, watch, signal }: Story): Promise<Database> {
  const { fleet, clock } = stage;
  const startedMs = clock.monotonic();
  tell({ event: 'action', action: 'create', name: storyRequest.database_name });
  const database = await fleet.databases.create(storyRequest, { signal });
  watch.follow(database.database_id);
  tell(stepEvent('is-created', clock.monotonic() - startedMs));
  return database;
}

async function playStep(story: Story, id: string, step: StoryStep, climb: () => void): Promise<string | undefined> {
  const { stage, sightings, tell, signal } = story;
  const { action, act, sees, deadlineMs, restMs } = step;
  let from = sightings.all.length;
  const startedMs = stage.clock.monotonic();
  if (action !== undefined) tell({ event: 'action', action, id, name: storyRequest.database_name });
  await act?.({ fleet: stage.fleet, control: stage.control, id, climb });
  for (const expected of sees) {
    const seen = await sightings.next((one) => isExpected(one, id, expected), { from, deadlineMs, signal });
    if (seen === undefined) {
      const missing = describeExpected(expected);
      tell(stepEvent(step.step, stage.clock.monotonic() - startedMs, missing));
      return missing;
    }
    from = sightings.all.indexOf(seen) + 1;
  }
  tell(stepEvent(step.step, stage.clock.monotonic() - startedMs));
  await sightings.next(() => false, { from, deadlineMs: restMs, signal });
  return undefined;
}

/** What was seen of the database is what the steps say: nothing twice, nothing between, nothing before its time. */
function checkOnce({ sightings, steps, tell }: Story, id: string): string | undefined {
  const expected = steps.flatMap(({ sees }) => sees);
  const seen = sightings.all.filter((sighting) => isAbout(sighting, id, expected));
  const isSame =
    seen.length === expected.length &&
    expected.every((one, at) => {
      const sighting = seen[at];
      return sighting !== undefined && isExpected(sighting, id, one);
    });
  const missing = isSame ? undefined : `${expected.length} changes, each once, where there were ${seen.length}`;
  tell(stepEvent('is-seen-once', 0, missing));
  return missing === undefined ? undefined : `is-seen-once: ${missing}`;
}

const CLIMB_INTERVAL_MS = 400;

/** Of the limits, in the order of time. */
const CLIMB_SHARES = [0.5, 0.6, 0.7, 0.78, 0.84, 0.9, 0.96, 0.98, 1.01];

/** Reports that ever more of the database's limits is used. */
function startClimb({ stage: { fleet, clock } }: Story, id: string): () => void {
  let cancel = (): void => {};
  const report = ([share, ...later]: readonly number[]): void => {
    const record = fleet.databases.record(id).value;
    if (share === undefined || record === undefined) return;
    fleet.usage.report('database', id, databaseLoad(record, share), { source: 'demo' });
    cancel = clock.schedule(() => report(later), CLIMB_INTERVAL_MS);
  };
  report(CLIMB_SHARES);
  return () => cancel();
}

function stepEvent(step: string, afterMs: number, missing?: string): StoryEvent {
  return {
    event: 'step',
    step,
    ok: missing === undefined,
    afterMs: Math.round(afterMs),
    ...(missing !== undefined && { missing }),
  };
}
