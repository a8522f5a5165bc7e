import { Alarm } from '../../core/polling/alarm.js';
import { activate } from '../rules/active-rules.js';
import type { CheckedRule } from '../rules/checked-rule.js';
import type { TargetKind } from '../rules/rule.js';
import { suppressingFirst } from '../rules/suppressing-rules.js';
import { inLaterTurn, TimeSlice } from './time-slice.js';
import { AlertEvaluator, type AlertEvaluatorOptions } from './alert-evaluator.js';
import { createClockJumps } from './clock-jumps.js';
import { DueTargets } from './due-targets.js';
import { followTargets, type FollowedTargets } from './follow-targets.js';
import { followLastTransitions, type LastTransitions } from './last-transitions.js';
import { shiftAlert } from './step-alert.js';

/** The `table` contains the alerts of an earlier process. */
export interface AlertTrackerOptions extends Omit<AlertEvaluatorOptions, 'transitions'> {
  readonly rules: readonly CheckedRule[];
  /** Whether usage readings from before the start may be older than the alerts of the table. */
  readonly hasKeptState: boolean;
  /** Runs a task that changes alerts, and notifies their subscribers afterwards. */
  readonly commit: (change: () => void) => void;
  readonly onFleetDisposed: () => void;
  /** The indices that went from the list before the tracker was made. */
  readonly absentIndexIds: Iterable<string>;
  /** Sends what is due of the alerts of a target. @returns when something may be due again, Unix milliseconds */
  readonly look: (kind: TargetKind, id: string) => number;
}

/** Changes are collected for this long, so that an id that changes often is evaluated seldom. */
const TURN_MS = 1000;

/** Without any change there is a turn this often: it compares the clocks, and shows that the monitor lives. */
const IDLE_TURN_MS = 10_000;

/**
 * Evaluates the rules for each target that changed, and for each target whose time has come. It begins when it is made; the
 * fleet may have been disposed by then.
 */
export class AlertTracker {
  readonly #options: AlertTrackerOptions;
  readonly #due = new DueTargets();
  readonly #jumpOf: () => number;
  readonly #alarm: Alarm;
  /** In the order of the evaluation. The fleet is first, because its alerts suppress others. */
  readonly #dirty: Readonly<Record<TargetKind, Set<string>>> = {
    fleet: new Set(),
    database: new Set(),
    index: new Set(),
  };
  /** The targets that were not evaluated since the start. */
  readonly #unread: { readonly database: Set<string>; readonly index: Set<string> };
  readonly #transitions: LastTransitions;
  readonly #evaluator: AlertEvaluator;
  readonly #followed: FollowedTargets;
  #isDisposed = false;
  #nextTurnMs = -Infinity;
  /** Whether a turn is cut into slices, and its next slice is scheduled. */
  #isWaiting = false;
  #evaluatedMs: number;

  constructor(options: AlertTrackerOptions) {
    const { fleet, kernel, clock, table } = options;
    this.#options = options;
    this.#transitions = followLastTransitions(fleet, () => {
      // Called at once if the fleet is disposed already. Alerts of its ids must not clear as `forgotten`.
      this.#isDisposed = true;
      options.onFleetDisposed();
    });
    this.#jumpOf = createClockJumps(clock);
    // The alarm may ring too early.
    this.#alarm = new Alarm(clock, () => (clock.monotonic() < this.#nextTurnMs ? this.#arm() : this.#turn()));
    this.#unread = { database: new Set(kernel.databases.memberIds()), index: new Set(kernel.indices.memberIds()) };
    this.#evaluator = new AlertEvaluator({ ...options, transitions: this.#transitions });
    this.#followed = followTargets({
      fleet,
      kernel,
      hasAlert: (kind, id) => table.has(kind, id),
      onChanged: (kind, id) => this.targetChanged(kind, id),
      onAbsent: (id) => this.#evaluator.indexIsAbsent(id),
    });
    this.#evaluatedMs = clock.monotonic();
    if (this.#isDisposed) return;
    this.setRules(options.rules);
    for (const id of options.absentIndexIds) {
      this.#evaluator.indexIsAbsent(id);
      this.targetChanged('index', id);
    }
    this.#turn();
  }

  get evaluatedMs(): number {
    return this.#evaluatedMs;
  }

  /** The alerts follow within seconds. Those of a rule that is gone, or has another condition, clear. */
  setRules(rules: readonly CheckedRule[]): void {
    this.#evaluator.rules = activate(suppressingFirst(rules));
    this.#followed.setPolling(this.#evaluator.rules.of.fleet.length > 0);
    this.#allChanged();
  }

  targetChanged(kind: TargetKind, id: string): void {
    this.#dirty[kind].add(id);
    if (!this.#isWaiting) this.#alarm.set(this.#nextTurnMs);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#alarm.set(Infinity);
    this.#followed.dispose();
    this.#transitions.dispose();
  }

  #allChanged(): void {
    const { kernel, table } = this.#options;
    for (const id of kernel.databases.memberIds()) this.#dirty.database.add(id);
    for (const id of kernel.indices.memberIds()) this.#dirty.index.add(id);
    for (const { alert } of table.values()) this.#dirty[alert.resource].add(alert.id);
    this.targetChanged('fleet', '');
  }

  #turn(): void {
    if (this.#isDisposed) return;
    this.#followClock();
    this.#due.take(this.#options.clock.now(), (kind, id) => this.#dirty[kind].add(id));
    this.#slice();
  }

  #followClock(): void {
    const { table, onChange } = this.#options;
    const jumpMs = this.#jumpOf();
    if (jumpMs === 0) return;
    this.#evaluator.wokeUp();
    for (const state of [...table.values()]) {
      const shifted = shiftAlert(state, jumpMs);
      if (shifted === state) continue;
      table.set(shifted);
      onChange({ key: state.alert.key, state: shifted });
    }
    this.#allChanged();
  }

  #slice(): void {
    const { clock, commit } = this.#options;
    this.#isWaiting = false;
    if (this.#isDisposed) return;
    this.#evaluatedMs = clock.monotonic();
    let isComplete = false;
    commit(() => {
      isComplete = this.#evaluateSome();
    });
    // A subscriber may have ended the monitor.
    if (this.#isDisposed) return;
    this.#isWaiting = !isComplete;
    if (!isComplete) return inLaterTurn(clock, () => this.#slice());
    this.#nextTurnMs = clock.monotonic() + TURN_MS;
    this.#arm();
  }

  /** @returns whether all targets are evaluated. Otherwise the time of the slice is over. */
  #evaluateSome(): boolean {
    const slice = new TimeSlice();
    for (const [kind, ids] of Object.entries(this.#dirty) as [TargetKind, Set<string>][]) {
      for (const id of ids) {
        ids.delete(id);
        this.#evaluate(kind, id);
        if (slice.isOver()) return false;
      }
    }
    return true;
  }

  #evaluate(kind: TargetKind, id: string): void {
    const isFirst = kind !== 'fleet' && this.#unread[kind].delete(id);
    if (isFirst && this.#options.hasKeptState) this.#evaluator.ignoreReadingsOf(kind, id);
    const nextAt = this.#evaluator.evaluate(kind, id);
    this.#due.set(kind, id, Math.min(nextAt, this.#options.look(kind, id)));
  }

  #arm(): void {
    if (this.#isDisposed) return;
    const { clock } = this.#options;
    const isDirty = Object.values(this.#dirty).some(({ size }) => size > 0);
    const waitMs = isDirty ? 0 : Math.min(this.#due.nextAt - clock.now(), IDLE_TURN_MS);
    this.#alarm.set(Math.max(this.#nextTurnMs, clock.monotonic() + waitMs));
  }
}
