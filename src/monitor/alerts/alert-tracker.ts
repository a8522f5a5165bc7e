import { distinctUntilChanged, Subscription } from 'rxjs';
import { usagePart } from '../../core/limits/usage-part.js';
import { createAlarm, type SetAlarm } from '../../core/polling/alarm.js';
import type { ResourceKind } from '../../core/shared/resource-kind.js';
import type { Entry } from '../../core/store/entry.js';
import type { TargetKind } from '../rules/rule.js';
import { AlertEvaluator, nameOf, type AlertEvaluatorOptions } from './alert-evaluator.js';
import { DueTargets } from './due-targets.js';
import { shiftAlert } from './step-alert.js';
import { inLaterTurn, TimeSlice } from './time-slice.js';

export interface AlertTrackerOptions extends Omit<AlertEvaluatorOptions, 'absentIndices'> {
  /** Runs a task that changes alerts, and notifies their subscribers afterwards. */
  readonly commit: (change: () => void) => void;
  /** Sends the held and repeated events of a target that are due. @returns when to call it again, Unix milliseconds */
  readonly sendDue: (kind: TargetKind, id: string) => number;
}

/** Changes are collected for this long, so that an id that changes often is evaluated at most once in this time. */
const EVALUATION_MS = 1000;

/** Without a change, the tracker evaluates this often: it compares the clocks, and shows that the monitor is alive. */
const IDLE_EVALUATION_MS = 10_000;

/** A smaller jump of the wall clock is a correction by time synchronization. */
const MIN_JUMP_MS = 10_000;

/**
 * Evaluates the rules for each target that changed, and for each target whose time has come. It listens to the stores
 * of the fleet directly: a subscription to a record would make its id observed, and the fleet polls observed ids more
 * often. It listens before it starts, since the fleet may poll while the kept alerts are read.
 */
export class AlertTracker {
  readonly #options: AlertTrackerOptions;
  readonly #due = new DueTargets();
  readonly #setAlarm: SetAlarm;
  readonly #absentIndices = new Map<string, string | undefined>();
  /** In the order of the evaluation. The fleet is first, because its alerts suppress others. */
  readonly #dirty: Readonly<Record<TargetKind, Set<string>>> = {
    fleet: new Set(),
    database: new Set(),
    index: new Set(),
  };
  readonly #subscriptions = new Subscription();
  #evaluator: AlertEvaluator | undefined;
  /** The wall time when the monotonic time was 0, Unix milliseconds. */
  #offsetMs = 0;
  #evaluateAtMs = -Infinity;
  /** Whether changes set no alarm: before the start, during an evaluation, and after the end. */
  #isBusy = true;
  #evaluatedMs: number | undefined;

  constructor(options: AlertTrackerOptions) {
    const { kernel, clock } = options;
    this.#options = options;
    this.#setAlarm = createAlarm(clock, () => this.#evaluateDue());
    this.#subscriptions.add(kernel.databases.onChange((...change) => this.#entryChanged('database', ...change)));
    this.#subscriptions.add(kernel.indices.onChange((...change) => this.#entryChanged('index', ...change)));
    this.#subscriptions.add(usagePart(kernel).onChange((kind, id) => this.targetChanged(kind, id)));
  }

  /** When rules were last evaluated, monotonic; `undefined` before the start. */
  get evaluatedMs(): number | undefined {
    return this.#evaluatedMs;
  }

  /** Begins to evaluate. To be called once, when the kept alerts are in the table. */
  start(): void {
    const { fleet, clock } = this.#options;
    this.#offsetMs = clock.now() - clock.monotonic();
    this.#evaluator = new AlertEvaluator({ ...this.#options, absentIndices: this.#absentIndices });
    const polling = fleet.polling.status.pipe(
      distinctUntilChanged((one, other) => one.state === other.state && one.reason?.message === other.reason?.message),
    );
    this.#subscriptions.add(polling.subscribe(() => this.targetChanged('fleet', '')));
    this.allChanged();
    this.#evaluateDue();
  }

  /** To be called when the rules have changed: the alerts follow within seconds. */
  allChanged(): void {
    const { kernel, table } = this.#options;
    for (const id of kernel.databases.ids.value) this.#dirty.database.add(id);
    for (const id of kernel.indices.ids.value) this.#dirty.index.add(id);
    for (const { alert } of table.values()) this.#dirty[alert.resource].add(alert.id);
    this.targetChanged('fleet', '');
  }

  targetChanged(kind: TargetKind, id: string): void {
    this.#dirty[kind].add(id);
    if (!this.#isBusy) this.#setAlarm(this.#evaluateAtMs);
  }

  dispose(): void {
    this.#isBusy = true;
    this.#setAlarm(Infinity);
    this.#subscriptions.unsubscribe();
  }

  /** Ignores most answers: they only confirm the record. */
  #entryChanged(kind: ResourceKind, id: string, before: Entry<object>, after: Entry<object>): void {
    const isChanged =
      before === after ||
      before.record !== after.record ||
      before.status !== after.status ||
      // The first 404 after a restart or an outage finds an entry that is `missing` already.
      before.error?.code !== after.error?.code ||
      (before.confirmedAt !== after.confirmedAt && this.#options.table.has(kind, id));
    if (!isChanged) return;
    if (kind === 'index' && after.status === 'missing' && before.record !== undefined)
      this.#absentIndices.set(id, nameOf(kind, before.record));
    this.targetChanged(kind, id);
  }

  #evaluateDue(): void {
    this.#isBusy = true;
    this.#followClock();
    this.#due.take(this.#options.clock.now(), (kind, id) => this.#dirty[kind].add(id));
    this.#slice();
  }

  /** Shifts the times of alerts by a jump of the wall clock, or by the delay of the evaluation after sleep. */
  #followClock(): void {
    const { clock, table } = this.#options;
    const before = this.#offsetMs;
    this.#offsetMs = clock.now() - clock.monotonic();
    const lateMs = clock.monotonic() - (this.#evaluatedMs ?? Infinity) - IDLE_EVALUATION_MS;
    const jumpMs = this.#offsetMs - before + Math.max(0, lateMs);
    if (Math.abs(jumpMs) < MIN_JUMP_MS) return;
    this.#evaluator?.wokeUp();
    for (const state of [...table.values()]) {
      const shifted = shiftAlert(state, jumpMs);
      if (shifted !== state) table.set(shifted);
    }
    this.allChanged();
  }

  #slice(): void {
    const { clock, commit } = this.#options;
    if (this.#subscriptions.closed) return;
    this.#evaluatedMs = clock.monotonic();
    let isComplete = false;
    commit(() => {
      isComplete = this.#evaluateSome();
    });
    // A subscriber may have ended the monitor.
    if (this.#subscriptions.closed) return;
    if (!isComplete) return inLaterTurn(clock, () => this.#slice());
    this.#isBusy = false;
    this.#evaluateAtMs = clock.monotonic() + EVALUATION_MS;
    this.#arm();
  }

  /** @returns whether all targets are evaluated. Otherwise the time of the slice is over. */
  #evaluateSome(): boolean {
    const slice = new TimeSlice();
    for (const [kind, ids] of Object.entries(this.#dirty) as [TargetKind, Set<string>][]) {
      for (const id of ids) {
        ids.delete(id);
        const nextAt = this.#evaluator?.evaluate(kind, id) ?? Infinity;
        this.#due.set(kind, id, Math.min(nextAt, this.#options.sendDue(kind, id)));
        if (slice.isOver()) return false;
      }
    }
    return true;
  }

  #arm(): void {
    const { clock } = this.#options;
    const isDirty = Object.values(this.#dirty).some(({ size }) => size > 0);
    const waitMs = isDirty ? 0 : Math.min(this.#due.nextAt - clock.now(), IDLE_EVALUATION_MS);
    this.#setAlarm(Math.max(this.#evaluateAtMs, clock.monotonic() + waitMs));
  }
}
