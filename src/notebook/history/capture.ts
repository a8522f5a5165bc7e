import { hasMethods } from '../../core/shared/has-methods.js';
import { inspectId } from '../../core/wire/identifier.js';
import { readOptions, type OptionRules } from '../../core/shared/read-options.js';
import { refuseIssues } from '../../core/shared/refuse-issues.js';
import { transitionsOf } from '../../core/fleet/transitions.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import { kernelOf, type Kernel } from '../../core/fleet/kernel.js';
import { usagePart } from '../../core/limits/usage.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';
import { resourceKinds, type ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import { readerOf } from './captured-values.js';
import type { ColumnValue } from './growing-column.js';
import { createHistoryBuilder, LEAST_BYTES, type HistoryBuilder } from './history-builder.js';
import { defaultFields, inspectFields } from './history-fields.js';
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
   * @default names, region, plan, `state`, `modifying_state`, and all levels, quotas and rates with their use
   */
  readonly fields?: readonly string[] | undefined;
  /**
   * The memory of the columns, in bytes, 65,536 or more. At this size, the oldest rows are dropped; `droppedRows` counts
   * them. The texts of the last row may exceed it, and the last few rows always stay. The last values of each resource are
   * kept beside the columns.
   *
   * @default 67108864 (64 MiB)
   */
  readonly maxBytes?: number | undefined;
  /** The ids of the captured databases and indices. @default all that the fleet knows */
  readonly ids?: readonly string[] | undefined;
  /** @default the clock of the platform */
  readonly clock?: Clock | undefined;
}

/** A running capture of a fleet. */
export interface Capture extends Disposable {
  /** The history until now. Each read returns a history that does not change, at the cost of a few references. */
  readonly history: History;
  /** `stopped` after `stop`, and after the fleet was disposed. */
  readonly status: 'running' | 'stopped';
  /** Takes the last rows and ends the capture. Its history stays. A second call does nothing. */
  stop(): void;
}

const OPTIONS: OptionRules = {
  everyMs: [(value) => Number.isFinite(value) && (value as number) >= 100, 'a number, 100 or more'],
  fields: undefined,
  maxBytes: [(value) => typeof value === 'number' && value >= LEAST_BYTES, `a number, ${LEAST_BYTES} or more`],
  ids: undefined,
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a clock'],
};

/** `Symbol.dispose`, or a substitute symbol on platforms without it. */
const disposeSymbol: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

/**
 * Captures the history of a fleet: first a row for each known database and index with a record, then a row for each
 * change of a captured field or of the status. Each row has the time of its last change.
 *
 * - At most every `everyMs`, the changes since then become rows: one row for each changed resource.
 * - It does not make an id observed, so it does not change how often ids are polled.
 * - An id that the fleet no longer knows has a last row with the status `forgotten`.
 * - It ends with `stop`, and when the fleet is disposed.
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
  const { everyMs = 10_000, fields = defaultFields, maxBytes, ids, clock = systemClock } = readCaptureOptions(options);
  const kernel = kernelOf(fleet, 'capture');
  const builder = createHistoryBuilder({ fields, maxBytes });
  const takeRow = createTakeRow(kernel, [...new Set(fields)], builder);
  const wanted = ids && new Set(ids);
  /** The time of the last change of each changed resource, Unix milliseconds. */
  const changed: Readonly<Record<ResourceKind, Map<string, number>>> = { database: new Map(), index: new Map() };
  let cancel: (() => void) | undefined;
  let takenAt = clock.monotonic();
  let stoppedAt: number | undefined;

  function note(resource: ResourceKind, id: string): void {
    if (wanted !== undefined && !wanted.has(id)) return;
    changed[resource].set(id, clock.now());
    cancel ??= clock.schedule(take, Math.max(0, takenAt + everyMs - clock.monotonic()));
  }

  function noteEntry(resource: ResourceKind, id: string, before: Entry<object>, after: Entry<object>): void {
    // The same entry twice: a change of the membership.
    if (before === after || before.record !== after.record || before.status !== after.status) note(resource, id);
  }

  function take(): void {
    cancel = undefined;
    takenAt = clock.monotonic();
    const all = resourceKinds.flatMap((resource) => [...changed[resource]].map(([id, at]) => ({ at, resource, id })));
    for (const resource of resourceKinds) changed[resource].clear();
    for (const { at, resource, id } of all.toSorted((one, other) => one.at - other.at)) {
      takeRow(at, resource, id);
    }
  }

  function stop(): void {
    if (stoppedAt !== undefined) return;
    for (const end of ends) end();
    take();
    cancelTaking();
    stoppedAt = clock.now();
  }

  function cancelTaking(): void {
    cancel?.();
    cancel = undefined;
  }

  for (const { id } of kernel.databases.entries()) note('database', id);
  for (const { id } of kernel.indices.entries()) note('index', id);
  cancelTaking();
  take();
  const ends = [
    kernel.databases.onChange((id, before, after) => noteEntry('database', id, before, after)),
    kernel.indices.onChange((id, before, after) => noteEntry('index', id, before, after)),
    usagePart(kernel).onChange(note),
    cancelTaking,
  ];
  const untilDisposed = transitionsOf(fleet).subscribe({ complete: stop });
  ends.push(() => untilDisposed.unsubscribe());

  return {
    get history() {
      return builder.history(stoppedAt ?? clock.now());
    },
    get status() {
      return stoppedAt === undefined ? 'running' : 'stopped';
    },
    stop,
    [disposeSymbol]: stop,
  };
}

/** Makes a function that adds the row of a resource, unless its last row has the same values. */
function createTakeRow(
  kernel: Kernel,
  fields: readonly string[],
  builder: HistoryBuilder,
): (at: number, resource: ResourceKind, id: string) => void {
  const stores = { database: kernel.databases, index: kernel.indices };
  const readers = fields.map(readerOf);
  const last: Readonly<Record<ResourceKind, Map<string, LastRow>>> = { database: new Map(), index: new Map() };

  return (at, resource, id) => {
    const store = stores[resource];
    const isMember = store.isMember(id);
    const known = last[resource].get(id);
    // `peek` of the store would create a slot.
    const entry: Entry<object> | undefined = isMember ? store.peek(id) : undefined;
    if (entry === undefined || entry.status === 'unknown' || entry.status === 'loading') {
      if (known === undefined || isMember) return;
      last[resource].delete(id);
      return builder.addValues({ at, resource, id, status: 'forgotten' }, []);
    }
    const { status, record } = entry;
    const usage = usagePart(kernel).peek(resource, id);
    const values = readers.map((read) => read(record, usage));
    if (known?.status === status && values.every((value, place) => Object.is(value, known.values[place]))) return;
    last[resource].set(id, { status, values });
    builder.addValues({ at, resource, id, status }, values);
  };
}

interface LastRow extends Pick<HistoryRow, 'status'> {
  readonly values: readonly ColumnValue[];
}

function readCaptureOptions(options: CaptureOptions): CaptureOptions {
  const { given, issues } = readOptions(options, OPTIONS);
  refuseIssues('configure', [...inspectFields(given?.fields), ...inspectIds(given?.ids), ...issues]);
  return given as CaptureOptions;
}

function inspectIds(ids: unknown): FleetIssue[] {
  if (ids === undefined) return [];
  if (!Array.isArray(ids)) return [{ path: 'ids', message: 'expected a list of ids' }];
  return ids.flatMap((id: unknown, at) => inspectId(id, `ids[${at}]`));
}
