import * as v from 'valibot';
import type { Clock, Entry, Fleet, FleetError, ResourceKind, ThroughputSample } from '../../index.js';
import type { OptionsOf } from '../../core/shared/option-schemas.js';
import { disposeSymbol } from '../../core/shared/dispose-symbol.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage-part.js';
import { createAlarm, type SetAlarm } from '../../core/polling/alarm.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { CaptureFile } from './capture-file.js';
import type { ExactRow } from './create-history.js';
import { jsonLine } from './export-rows.js';
import { clockOption, everyMsOption, idsOption, numberFrom } from './options.js';
import { HistoryBuilder } from './history-builder.js';
import { fieldsOption, pointsOf, THROUGHPUT, valuesOf } from './history-fields.js';
import type { History, HistoryRow } from './history.js';

/** The options of `capture`. */
export interface CaptureOptions {
  /** The minimum interval between two batches of rows, milliseconds, 100 or more. @default 10000 */
  readonly everyMs?: number | undefined;
  /**
   * The captured fields: fields of records under their wire names, and the use of limits as `<limit>_used`. Booleans are
   * captured as texts, and lists and objects as JSON text. Texts are cut to 1,000 characters. A column has either numbers
   * or texts: its documented type decides, or the first value of an undocumented field. A number in a column of texts becomes a
   * text. A text in a column of numbers is left out, as if it were absent.
   *
   * `throughput` is the throughput of vector indices: each point of `throughput_vector` is a row at its own time, also those
   * before the capture.
   *
   * @default names, region, plan, `state`, `modifying_state`, and all levels, quotas and rates with their use
   */
  readonly fields?: readonly string[] | undefined;
  /**
   * The memory of the values and texts, in bytes, 65,536 or more. At this size, the oldest rows are dropped; `droppedRows`
   * counts them. The last few rows always stay. The last values of each resource take memory in addition; with `throughput`,
   * up to 100 rows of each vector index.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxBytes?: number | undefined;
  /** The ids of the captured databases and indices. @default all that the fleet knows */
  readonly ids?: readonly string[] | undefined;
  /**
   * The path of a file to which each batch of rows is appended as JSON Lines, in Node and Deno. The file is whole even if the
   * process is killed, and `historyFrom(await readFile(path))` reads it. A later capture continues the file. One process at a
   * time writes it: the capture of another process waits, and its `onError` gets the reason. `<path>.lock` names the process.
   * A row whose throughput a late point changes is written again; `historyFrom` takes the last.
   *
   * If the disk is full, `onError` of the fleet gets an error, and the rows are appended when there is room again. Meanwhile
   * they wait in memory, up to `maxBytes`. Above that, the oldest are dropped: `saveError` counts them, and then `onError`.
   */
  readonly saveTo?: string | undefined;
  /** @default the clock of the platform */
  readonly clock?: Clock | undefined;
}

/** A running capture of a fleet. */
export interface Capture extends Disposable {
  /** The history until now. Each read returns a history that does not change, at the cost of a few references. */
  readonly history: History;
  /** `stopped` after `stop`, and after the fleet was disposed. */
  readonly status: 'running' | 'stopped';
  /** Why the last rows are not in the file of `saveTo`, and how many were dropped meanwhile. */
  readonly saveError: FleetError | undefined;
  /**
   * Takes the changes until now, and resolves when all rows are in the file of `saveTo`.
   *
   * @throws FleetError `storage` if they cannot be saved now
   */
  flush(): Promise<void>;
  /** Takes the last rows and ends the capture. Its history stays. A second call does nothing. */
  stop(): void;
}

const schema = {
  everyMs: everyMsOption(10_000),
  fields: fieldsOption,
  maxBytes: v.optional(numberFrom(65_536), 2 ** 26),
  ids: idsOption,
  saveTo: v.optional(v.pipe(v.string('the path of a file'), v.nonEmpty('the path of a file'))),
  clock: clockOption,
};

/**
 * Captures the history of a fleet. The first rows are one for each known database and index with a record. Then each
 * change of a captured field or of the status gets a row. Each row has the time of its last change.
 *
 * - At most every `everyMs`, the changes since then become rows: one row for each changed resource.
 * - It does not make an id observed, so it does not change how often ids are polled.
 * - An id that the fleet no longer knows has a last row with the status `forgotten`.
 * - It ends with `stop`, when the fleet is disposed, and with its process: only the file of `saveTo` remains.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option, such as a credential as a field
 * @example
 * ```ts
 * const captured = capture(fleet, { everyMs: 5000, fields: ['state', 'db_memory_threshold_used'] });
 * // ... later
 * captured.history.rowCount;
 * captured.stop();
 * ```
 */
export function capture(fleet: Fleet, options: CaptureOptions = {}): Capture {
  return new FleetCapture(fleet, checkOptions('configure', schema, options));
}

/** `at` is the time of its last change. */
type ChangedResource = Pick<HistoryRow, 'at' | 'resource' | 'id'>;

/** The earlier rows of a resource, and its last point, from which its next rows are made. */
interface KnownRows {
  /** Without the rows of points, oldest first: the row that held at the last point, and those since then. */
  readonly rows: readonly ExactRow[];
  /** The last point of the throughput that became a row. Its value does not hold after a row `forgotten`. */
  readonly point: { readonly at: number; readonly value: number | undefined } | undefined;
}

/** A service that stops sending points must not fill the memory. */
const MOST_ROWS = 100;

class FleetCapture implements Capture {
  readonly #kernel: Kernel;
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #ids: ReadonlySet<string> | undefined;
  readonly #builder: HistoryBuilder;
  readonly #changed = new Map<string, ChangedResource>();
  readonly #known = new Map<string, KnownRows>();
  readonly #file: CaptureFile | undefined;
  readonly #ends: (() => void)[] = [];
  readonly #setAlarm: SetAlarm;
  #takenAt: number;
  #stoppedAt: number | undefined;

  constructor(fleet: Fleet, options: OptionsOf<typeof schema>) {
    const { everyMs, fields, maxBytes, ids, saveTo, clock } = options;
    this.#kernel = kernelOf(fleet, 'capture');
    this.#clock = clock;
    this.#setAlarm = createAlarm(clock, () => void this.#takeRows());
    this.#everyMs = everyMs;
    this.#ids = ids && new Set(ids);
    this.#builder = new HistoryBuilder({ fields, maxBytes });
    const report = (error: FleetError): void => this.#kernel.commits.guard.report(error);
    this.#file = saveTo === undefined ? undefined : new CaptureFile(saveTo, maxBytes, report);
    this.#takenAt = clock.monotonic();
    for (const resource of resourceKinds) {
      const store = this.#kernel.stores[resource];
      for (const { id } of store.entries()) this.#addChange(resource, id);
      const isChanged = (before: Entry<object>, after: Entry<object>): boolean =>
        // A change of the membership comes with the same entry twice.
        before === after || before.record !== after.record || before.status !== after.status;
      this.#ends.push(store.onChange((id, ...entries) => isChanged(...entries) && this.#addChange(resource, id)));
    }
    void this.#takeRows();
    this.#ends.push(usagePart(this.#kernel).onChange((resource, id) => this.#addChange(resource, id)));
    this.#ends.push(this.#kernel.onDispose(() => this.stop()));
  }

  get history(): History {
    return this.#builder.history(this.#stoppedAt ?? this.#clock.now());
  }

  get status(): 'running' | 'stopped' {
    return this.#stoppedAt === undefined ? 'running' : 'stopped';
  }

  stop(): void {
    if (this.#stoppedAt !== undefined) return;
    this.#stoppedAt = this.#clock.now();
    for (const end of this.#ends) end();
    void this.#takeRows();
    void this.#file?.close();
  }

  async flush(): Promise<void> {
    await (this.#stoppedAt === undefined ? this.#takeRows() : this.#file?.close());
    if (this.saveError !== undefined) throw this.saveError;
  }

  get saveError(): FleetError | undefined {
    return this.#file?.error;
  }

  [disposeSymbol](): void {
    this.stop();
  }

  #addChange(resource: ResourceKind, id: string): void {
    if (this.#ids !== undefined && !this.#ids.has(id)) return;
    this.#changed.set(`${resource} ${id}`, { at: this.#clock.now(), resource, id });
    this.#setAlarm(this.#takenAt + this.#everyMs);
  }

  #takeRows(): Promise<void> {
    this.#setAlarm(Infinity);
    this.#takenAt = this.#clock.monotonic();
    const changed = [...this.#changed.values()].toSorted((one, other) => one.at - other.at);
    this.#changed.clear();
    for (const each of changed) this.#takeRow(each);
    return this.#write();
  }

  /** Tries later to write the rows that could not be written. */
  async #write(): Promise<void> {
    await this.#file?.write();
    if (this.#file?.isBehind && this.#stoppedAt === undefined) this.#setAlarm(this.#takenAt + this.#everyMs);
  }

  #add(row: ExactRow, isCorrection = false): void {
    this.#builder.add(row, isCorrection);
    this.#file?.add(jsonLine(row, this.#builder.fields));
  }

  /** Adds the row of a resource, unless its last row has the same values. */
  #takeRow({ at: changedAt, resource, id }: ChangedResource): void {
    const key = `${resource} ${id}`;
    const store = this.#kernel.stores[resource];
    const { fields } = this.#builder;
    const { rows: known = [], point: lastPoint }: Partial<KnownRows> = this.#known.get(key) ?? {};
    const last = known.at(-1);
    // The rows of a resource have increasing times, even if the clock was set back.
    const at = Math.max(Math.round(changedAt), (last?.at ?? -Infinity) + 1);
    const facts = { at, resource, id };
    if (!store.isMember(id)) {
      if (last === undefined || last.status === 'forgotten') return;
      const end: ExactRow = { ...facts, status: 'forgotten', values: {} };
      this.#known.set(key, { rows: [end], point: lastPoint && { ...lastPoint, value: undefined } });
      return this.#add(end);
    }
    // For an unknown id, `peek` would create a slot in the store.
    const { status, record } = store.peek(id);
    if (status === 'unknown' || status === 'loading') return;
    const values = valuesOf(fields, record, usagePart(this.#kernel).peek(resource, id));
    // The points that no row has yet, at whole milliseconds.
    const points = (fields.includes(THROUGHPUT) ? pointsOf(record) : [])
      .map(({ at: sampledAt, value }) => ({ at: Math.round(sampledAt), value }))
      .filter((each) => each.at > (lastPoint?.at ?? -Infinity) && each.at < at);
    const point = points.at(-1) ?? lastPoint;
    const row = withPoint({ ...facts, status, values }, point);
    const rows = this.#addPoints(points, known, row);
    const isNew =
      last?.status !== status ||
      fields.some((field) => field !== THROUGHPUT && !Object.is(values[field], last.values[field]));
    if (isNew) {
      rows.push(row);
      this.#add(row);
    }
    const held = rows.findLastIndex((each) => each.at <= (point?.at ?? Infinity));
    this.#known.set(key, { rows: rows.slice(Math.max(0, held, rows.length - MOST_ROWS)), point });
  }

  /**
   * Adds a row for each point, at its time, with the other values that held then. A point comes with a later record, so the
   * rows since its time are added again with its value.
   *
   * @returns these rows with the values of the points
   */
  #addPoints(points: readonly ThroughputSample[], rows: readonly ExactRow[], next: ExactRow): ExactRow[] {
    const known = rows.filter(({ status }) => status !== 'forgotten');
    for (const point of points) {
      const held = known.findLast(({ at }) => at <= point.at) ?? known[0] ?? next;
      if (rows.every(({ at }) => at !== point.at)) this.#add({ ...withPoint(held, point), at: point.at });
    }
    return rows.map((row) => {
      const point = points.findLast(({ at }) => at <= row.at);
      if (point === undefined || row.values[THROUGHPUT] === point.value || row.status === 'forgotten') return row;
      const corrected = withPoint(row, point);
      this.#add(corrected, true);
      return corrected;
    });
  }
}

function withPoint(row: ExactRow, point: KnownRows['point']): ExactRow {
  return point === undefined ? row : { ...row, values: { ...row.values, [THROUGHPUT]: point.value } };
}
