import { randomUUID } from 'node:crypto';
import {
  activityOf,
  type Clock,
  type Fleet,
  FleetError,
  limitUsage,
  type ResourceKind,
  transitionsOf,
  usageOf,
} from '../../../index.js';
import type { ActivityAnswer, ActivityEntry } from '../../../format/activity.js';
import type { ShownAlertRecord } from '../../../format/shown-alerts.js';
import type { Upstream } from '../../../proxy/upstream.js';
import {
  addEntries,
  afterRequest,
  alertEntries,
  breachEntries,
  createEntry,
  type LimitedResource,
  NO_FAILURES,
  noteOpen,
  outageEntries,
  stateEntry,
} from './activity-entries.js';
import { ActivityFile, type KeptActivity } from './activity-file.js';
import { shareReads } from './alert-answers.js';
import { noteOutcome } from './note-outcome.js';

export interface ActivityOptions {
  readonly fleet: Fleet;
  readonly clock: Clock;
  /** The file that keeps the activity. @default none: it is forgotten when the dashboard ends */
  readonly file?: string | undefined;
  /** Reads the last alerts of a monitor. @default no monitor */
  readonly readAlertHistory?: (() => Promise<readonly ShownAlertRecord[]>) | undefined;
  readonly onError: (error: unknown) => void;
}

/** A thousand alerts cost the monitor time. */
const ALERTS_SHARED_MS = 15_000;

/** A slow monitor does not delay the rest. */
const ALERTS_WAIT_MS = 200;

/** Records what happens to a fleet: the last thousand entries. */
export class ActivityRecorder {
  readonly #clock: Clock;
  readonly #file: ActivityFile | undefined;
  readonly #readAlerts: () => Promise<readonly ShownAlertRecord[]>;
  readonly #stops: readonly (() => void)[];
  readonly #run = randomUUID();
  #revision = 0;
  #entries: readonly ActivityEntry[];
  /** The breaches and outages that have begun and not ended. Their entries may be gone. */
  readonly #open: Set<string>;
  readonly #requested = new Set<string>();
  #failures = NO_FAILURES;
  #problem: string | undefined;
  #isClosed = false;

  static async start({ file: path, ...options }: ActivityOptions): Promise<ActivityRecorder> {
    const file = path === undefined ? undefined : new ActivityFile(path, options.clock, options.onError);
    return new ActivityRecorder(options, file, await file?.read());
  }

  private constructor(options: ActivityOptions, file: ActivityFile | undefined, kept?: KeptActivity) {
    const { fleet, clock, readAlertHistory = async () => [] } = options;
    this.#clock = clock;
    this.#file = file;
    this.#entries = addEntries([], kept?.entries ?? []);
    this.#open = new Set(kept?.open);
    if (kept?.open === undefined) noteOpen(this.#open, this.#entries);
    this.#readAlerts = shareReads(readAlertHistory, clock, ALERTS_SHARED_MS);
    const transitions = transitionsOf(fleet).subscribe((transition) => this.#add([stateEntry(transition)]));
    const requests = activityOf(fleet).subscribe((event) => {
      if (event.kind === 'answer') this.#onRequest(event.id);
      if (event.kind === 'failure') this.#onRequest(event.id, event.error.code);
    });
    const stopLooking = lookAtLimits(fleet, clock, (limited) =>
      this.#add(limited.flatMap((each) => breachEntries(each, this.#open, clock.now()))),
    );
    this.#stops = [stopLooking, () => transitions.unsubscribe(), () => requests.unsubscribe()];
  }

  /** Records what the requests of the page tell. */
  watch(upstream: Upstream): Upstream {
    return {
      getDatabase: (id, signal) => this.#follow(upstream.getDatabase(id, signal), id),
      listVectorIndices: (signal) => this.#follow(upstream.listVectorIndices(signal)),
      createDatabase: (body, signal) =>
        noteOutcome(upstream.createDatabase(body, signal), (answer) => {
          const { database_id: id, database_name: name } = JSON.parse(answer) as Record<string, unknown>;
          this.#add([createEntry(String(id), name, this.#clock.now())]);
        }),
    };
  }

  /** @returns `null` if the page has the answer with this tag */
  async answer(tag: string | null): Promise<ActivityAnswer | null> {
    const waited = new Promise<void>((resolve) => void this.#clock.schedule(resolve, ALERTS_WAIT_MS));
    await Promise.race([this.#addAlerts(), waited]);
    const now = `${this.#run}.${this.#revision}`;
    return tag === now ? null : { tag: now, entries: this.#entries.toReversed(), problem: this.#problem };
  }

  /** Saves the last entries. Later ones are lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    await this.#file?.flush();
  }

  #add(added: readonly ActivityEntry[]): void {
    if (this.#isClosed) return;
    const entries = addEntries(this.#entries, added);
    if (!noteOpen(this.#open, added) && entries === this.#entries) return;
    this.#entries = entries;
    this.#revision += 1;
    this.#file?.save({ entries, open: this.#open });
  }

  async #addAlerts(): Promise<void> {
    const before = this.#problem;
    try {
      this.#add(alertEntries(await this.#readAlerts()));
      this.#problem = undefined;
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    if (this.#problem !== before) this.#revision += 1;
  }

  #onRequest(id = '', code?: string): void {
    const at = this.#clock.now();
    this.#requested.add(id);
    this.#failures = afterRequest(this.#failures, id, code, at);
    this.#add(outageEntries(this.#failures, this.#open, this.#requested.size, at));
  }

  #follow(request: Promise<string>, id?: string): Promise<string> {
    const onFailure = (error: unknown): void => {
      if (error instanceof FleetError) this.#onRequest(id, error.code);
    };
    return noteOutcome(request, () => this.#onRequest(id), onFailure);
  }
}

const LOOK_MS = 2000;

/** A look at a large fleet costs more. */
const LOOK_MS_PER_ROW = 1;

/** Requests are answered between the slices of a look. */
const SLICE_MS = 50;

/** Looks at the limits of resources whose record or use has changed. */
function lookAtLimits(fleet: Fleet, clock: Clock, onLimits: (limited: readonly LimitedResource[]) => void): () => void {
  const { databases, indices } = fleet;
  const seen = new WeakMap<object, object>();
  let cancel = (): void => {};

  function* changed(): Generator<LimitedResource | undefined> {
    for (const record of databases.all.value)
      yield limitedOf('database', record.database_id, record.database_name, record);
    for (const record of indices.all.value) yield limitedOf('index', record.id, record.name, record);
  }

  function limitedOf(
    resource: ResourceKind,
    id: string,
    name: unknown,
    record: Parameters<typeof limitUsage>[0],
  ): LimitedResource | undefined {
    const sample = usageOf(fleet, resource, id).value;
    if (record === undefined || sample === undefined || seen.get(record) === sample) return undefined;
    seen.set(record, sample);
    // Without the history of the use, so without forecasts.
    const readings = Object.entries(sample).map(([field, { history: _, ...reading }]) => [field, reading]);
    return { resource, id, name, limits: limitUsage(record, Object.fromEntries(readings)) };
  }

  function look(rows = changed()): void {
    const until = clock.monotonic() + SLICE_MS;
    const limited: LimitedResource[] = [];
    let isDone = false;
    while (!isDone && clock.monotonic() < until) {
      const { value, done } = rows.next();
      if (value !== undefined) limited.push(value);
      isDone = done === true;
    }
    onLimits(limited);
    const count = databases.all.value.length + indices.all.value.length;
    const pauseMs = Math.max(LOOK_MS, count * LOOK_MS_PER_ROW);
    cancel = clock.schedule(() => look(isDone ? undefined : rows), isDone ? pauseMs : 0);
  }

  look();
  return () => cancel();
}
