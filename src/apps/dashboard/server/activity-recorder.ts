import { activityOf, type Clock, type Fleet, limitUsage, type ResourceKind, transitionsOf } from '../../../index.js';
import { kernelOf } from '../../../core/fleet/kernel.js';
import { usagePart } from '../../../core/limits/usage-part.js';
import { resourceKinds } from '../../../core/shared/resource-kind.js';
import type { ActivityAnswer, ActivityEntry } from '../../../format/activity.js';
import { nameOfRecord } from '../../../format/record-name.js';
import type { ShownAlertRecord } from '../../../format/shown-alerts.js';
import type { Upstream } from '../../../proxy/upstream.js';
import {
  addEntries,
  alertEntries,
  breachEntries,
  createEntry,
  type LimitedResource,
  LOST_CODES,
  MAX_ENTRIES,
  noteOpen,
  type OpenBreaches,
  outageEntries,
  stateEntry,
} from './activity-entries.js';
import { type ActivityFile, createActivityFile } from './activity-file.js';
import { afterRequest, NO_FAILURES, withId } from '../../../format/failure-run.js';
import { noteOutcome } from './note-outcome.js';

export interface ActivityOptions {
  readonly fleet: Fleet;
  /** The file that keeps the activity. @default it is forgotten when the dashboard ends */
  readonly activityFile?: string | undefined;
  /** Reads the last alerts that fired. @default no monitor */
  readonly readAlertHistory?: (() => Promise<readonly ShownAlertRecord[]>) | undefined;
  readonly onError: (error: unknown) => void;
}

/** How long an answer waits for the alerts. The next answer has those of a slower monitor. */
const ALERTS_WAIT_MS = 200;

/** Records what happens to a fleet: the last thousand entries. */
export class ActivityRecorder {
  readonly #clock: Clock;
  readonly #file: ActivityFile | undefined;
  readonly #readAlerts: () => Promise<readonly ShownAlertRecord[]>;
  readonly #stops: readonly (() => void)[];
  #entries: readonly ActivityEntry[];
  readonly #open: OpenBreaches = new Set();
  /** Three of the requested databases, or all if there are fewer. */
  #requested: ReadonlySet<string> = new Set();
  #failures = NO_FAILURES;
  #problem: string | undefined;
  /** All answers wait for the same read: a monitor that hangs is not asked again meanwhile. */
  #reading: Promise<void> | undefined;
  #isClosed = false;

  static async start(options: ActivityOptions, clock: Clock): Promise<ActivityRecorder> {
    const { activityFile: path, onError } = options;
    const file = path === undefined ? undefined : createActivityFile(path, clock, onError);
    return new ActivityRecorder(options, clock, (await file?.read()) ?? [], file);
  }

  private constructor(options: ActivityOptions, clock: Clock, kept: readonly ActivityEntry[], file?: ActivityFile) {
    const { fleet, readAlertHistory = async () => [] } = options;
    this.#clock = clock;
    this.#file = file;
    this.#entries = addEntries([], kept);
    noteOpen(this.#open, kept);
    this.#readAlerts = readAlertHistory;
    const transitions = transitionsOf(fleet);
    // The fleet may have answers already, and other commands use its store.
    this.#add(transitions.recent({ limit: MAX_ENTRIES }).value.map(stateEntry));
    const changes = transitions.subscribe((transition) => this.#add([stateEntry(transition)]));
    const requests = activityOf(fleet).subscribe((event) => {
      if (event.kind === 'answer') this.#onRequest(event.id);
      if (event.kind === 'failure') this.#onRequest(event.id, event.error.code);
    });
    const stopWatching = watchLimits(fleet, (limited) => this.#add(breachEntries(limited, this.#open, clock.now())));
    this.#stops = [stopWatching, () => changes.unsubscribe(), () => requests.unsubscribe()];
  }

  /** Returns an upstream for the requests of the page that also records their outcomes. */
  watch(upstream: Upstream): Upstream {
    const follow = (request: Promise<string>, id?: string): Promise<string> =>
      noteOutcome(
        request,
        () => this.#onRequest(id),
        ({ code }) => this.#onRequest(id, code),
      );
    return {
      getDatabase: (id, signal) => follow(upstream.getDatabase(id, signal), id),
      listVectorIndices: (signal) => follow(upstream.listVectorIndices(signal)),
      createDatabase: (body, signal) =>
        noteOutcome(upstream.createDatabase(body, signal), (answer) => {
          const { database_id: id, database_name: name } = JSON.parse(answer) as Record<string, unknown>;
          this.#add([createEntry(String(id), name, this.#clock.now())]);
        }),
    };
  }

  async answer(): Promise<ActivityAnswer> {
    const waited = new Promise<void>((resolve) => void this.#clock.schedule(resolve, ALERTS_WAIT_MS));
    this.#reading ??= this.#addAlerts().finally(() => (this.#reading = undefined));
    await Promise.race([this.#reading, waited]);
    return { entries: this.#entries.toReversed(), problem: this.#problem };
  }

  /** Saves the entries so far. Later ones are not recorded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    await this.#file?.flush();
  }

  #add(added: readonly ActivityEntry[]): void {
    if (this.#isClosed) return;
    const entries = addEntries(this.#entries, added);
    noteOpen(this.#open, added);
    if (entries === this.#entries) return;
    this.#entries = entries;
    this.#file?.save(entries);
  }

  async #addAlerts(): Promise<void> {
    try {
      this.#add(alertEntries(await this.#readAlerts()));
      this.#problem = undefined;
    } catch (error) {
      this.#problem = (error as Error).message;
    }
  }

  #onRequest(id = '', code?: string): void {
    const at = this.#clock.now();
    this.#requested = withId(this.#requested, id);
    this.#failures = afterRequest(this.#failures, { id, code, at }, LOST_CODES);
    this.#add(outageEntries(this.#failures, this.#open, this.#requested.size, at));
  }
}

/** Calls `onLimits` at once for each resource with a use, then for each whose record or use has changed. */
function watchLimits(fleet: Fleet, onLimits: (limited: LimitedResource) => void): () => void {
  const kernel = kernelOf(fleet, 'watchLimits');
  const { stores } = kernel;
  const ledger = usagePart(kernel);

  function check(resource: ResourceKind, id: string): void {
    const { record } = stores[resource].peek(id);
    const sample = ledger.peek(resource, id);
    // The record and the use of a removed database stay for a while.
    if (record === undefined || sample === undefined || !stores[resource].isMember(id)) return;
    // Leaves out the history of the use, because no forecast is needed.
    const readings = Object.entries(sample).map(([field, { history: _, ...reading }]) => [field, reading]);
    onLimits({ name: nameOfRecord(record), limits: limitUsage(record, Object.fromEntries(readings)) });
  }

  const stops = resourceKinds.map((resource) => {
    for (const { id } of ledger.stores[resource].entries()) check(resource, id);
    return stores[resource].onChange((id, before, after) => before.record !== after.record && check(resource, id));
  });
  stops.push(ledger.onChange(check));
  return () => stops.forEach((stop) => stop());
}
