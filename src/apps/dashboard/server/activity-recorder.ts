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
  NO_SILENCE,
  openIn,
  outageEntry,
  stateEntry,
} from './activity-entries.js';
import { ActivityFile } from './activity-file.js';
import { shareReads } from './share-reads.js';

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

/** Records what happens to a fleet: the last thousand entries. */
export class ActivityRecorder {
  readonly #clock: Clock;
  readonly #file: ActivityFile | undefined;
  readonly #readAlerts: () => Promise<readonly ShownAlertRecord[]>;
  readonly #stops: readonly (() => void)[];
  readonly #run = randomUUID();
  #revision = 0;
  #entries: readonly ActivityEntry[] = [];
  #breaches: ReadonlySet<string> = new Set();
  #isOut = false;
  #silence = NO_SILENCE;
  #problem: string | undefined;

  static async start({ file: path, ...options }: ActivityOptions): Promise<ActivityRecorder> {
    const file = path === undefined ? undefined : new ActivityFile(path, options.clock, options.onError);
    return new ActivityRecorder(options, file, (await file?.read()) ?? []);
  }

  private constructor(options: ActivityOptions, file: ActivityFile | undefined, kept: readonly ActivityEntry[]) {
    const { fleet, clock, readAlertHistory = async () => [] } = options;
    this.#clock = clock;
    this.#file = file;
    this.#set(addEntries([], kept));
    this.#readAlerts = shareReads(readAlertHistory, clock, ALERTS_SHARED_MS);
    const transitions = transitionsOf(fleet).subscribe((transition) => this.#add(stateEntry(transition)));
    const requests = activityOf(fleet).subscribe((event) => {
      if (event.kind === 'answer') this.#onRequest();
      if (event.kind === 'failure') this.#onRequest(event.error.code);
    });
    const stopLooking = lookAtLimits(fleet, clock, (limited) =>
      this.#add(...breachEntries(limited, this.#breaches, clock.now())),
    );
    this.#stops = [stopLooking, () => transitions.unsubscribe(), () => requests.unsubscribe()];
  }

  /** Records what the requests of the page tell. */
  watch(upstream: Upstream): Upstream {
    return {
      getDatabase: (id, signal) => this.#follow(upstream.getDatabase(id, signal)),
      listVectorIndices: (signal) => this.#follow(upstream.listVectorIndices(signal)),
      createDatabase: async (body, signal) => {
        const answer = await upstream.createDatabase(body, signal);
        const { database_id: id, database_name: name } = JSON.parse(answer) as Record<string, unknown>;
        this.#add(createEntry(String(id), name, this.#clock.now()));
        return answer;
      },
    };
  }

  /** @returns `null` if the page has the answer with this tag */
  async answer(tag: string | null): Promise<ActivityAnswer | null> {
    const before = this.#problem;
    try {
      this.#add(...alertEntries(await this.#readAlerts()));
      this.#problem = undefined;
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    if (this.#problem !== before) this.#revision += 1;
    const now = `${this.#run}.${this.#revision}`;
    return tag === now ? null : { tag: now, entries: this.#entries.toReversed(), problem: this.#problem };
  }

  /** Saves the last entries. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#file?.flush();
  }

  #add(...added: readonly ActivityEntry[]): void {
    const entries = addEntries(this.#entries, added);
    if (entries === this.#entries) return;
    this.#set(entries);
    this.#revision += 1;
    this.#file?.save(entries);
  }

  #set(entries: readonly ActivityEntry[]): void {
    this.#entries = entries;
    this.#breaches = openIn(entries, 'limit');
    this.#isOut = openIn(entries, 'outage').size > 0;
  }

  #onRequest(code?: string): void {
    const at = this.#clock.now();
    this.#silence = afterRequest(this.#silence, code, at);
    const outage = outageEntry(this.#silence, this.#isOut, code, at);
    if (outage !== undefined) this.#add(outage);
  }

  async #follow<T>(request: Promise<T>): Promise<T> {
    const answer = await request.catch((error: unknown) => {
      if (error instanceof FleetError) this.#onRequest(error.code);
      throw error;
    });
    this.#onRequest();
    return answer;
  }
}

const LOOK_MS = 2000;

/** A look at a large fleet costs more. */
const LOOK_MS_PER_ROW = 1;

/** Looks at the limits of resources whose record or use has changed. */
function lookAtLimits(fleet: Fleet, clock: Clock, onLimits: (limited: LimitedResource) => void): () => void {
  const { databases, indices } = fleet;
  const seen = new WeakMap<object, object>();
  let cancel = (): void => {};

  function lookAt(resource: ResourceKind, id: string, name: unknown, record: Parameters<typeof limitUsage>[0]): void {
    const sample = usageOf(fleet, resource, id).value;
    if (record === undefined || sample === undefined || seen.get(record) === sample) return;
    seen.set(record, sample);
    // Without the history of the use, so without forecasts.
    const readings = Object.entries(sample).map(([field, { history: _, ...reading }]) => [field, reading]);
    onLimits({ resource, id, name, limits: limitUsage(record, Object.fromEntries(readings)) });
  }

  function look(): void {
    for (const record of databases.all.value) lookAt('database', record.database_id, record.database_name, record);
    for (const record of indices.all.value) lookAt('index', record.id, record.name, record);
    const rows = databases.all.value.length + indices.all.value.length;
    cancel = clock.schedule(look, Math.max(LOOK_MS, rows * LOOK_MS_PER_ROW));
  }

  look();
  return () => cancel();
}
