import { createAlarm } from '../../core/polling/alarm.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Kernel } from '../../core/fleet/kernel.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { activate } from '../rules/active-rules.js';
import type { CheckedRule } from '../rules/checked-rule.js';
import type { TargetKind } from '../rules/rule.js';
import { createAlertEvaluator } from './alert-evaluator.js';
import type { AlertStepsOptions } from './alert-steps.js';
import { createClockJumps } from './clock-jumps.js';
import { createDueTargets } from './due-targets.js';
import { followTargets } from './follow-targets.js';
import { followLastTransitions } from './last-transitions.js';
import { shiftAlert } from './step-alert.js';

/** The `table` contains the alerts of an earlier process. */
export interface AlertTrackerOptions extends AlertStepsOptions {
  readonly fleet: Fleet;
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly rules: readonly CheckedRule[];
  /** Whether usage readings from before the start may be older than the alerts of the table. */
  readonly hasKeptState: boolean;
  /** Runs a task that changes alerts, and notifies their subscribers afterwards. */
  readonly commit: (change: () => void) => void;
  /** Calls `resume` when the changes so far are saved, or at once if few wait. */
  readonly afterBacklog: (resume: () => void) => void;
  /** Called when the fleet was disposed. */
  readonly onFleetDisposed: () => void;
}

/** Evaluates the rules for each target that changed, and for each target whose time has come. */
export interface AlertTracker {
  /** The alerts follow within seconds. Those of a rule that is gone, or has another condition, clear. */
  setRules(rules: readonly CheckedRule[]): void;
  /** The alerts of a target were changed from outside: it is evaluated again. */
  note(kind: TargetKind, id: string): void;
  /** When rules were last evaluated, by the clock's monotonic time. */
  readonly evaluatedMs: number;
  /** Ends the listening. No alert changes afterwards. */
  dispose(): void;
}

/** Changes are collected for this long, so that an id that changes often is evaluated seldom. */
const TURN_MS = 1000;

/** Without any change there is a turn this often: it compares the clocks, and shows that the monitor lives. */
const IDLE_TURN_MS = 10_000;

/** How long evaluations run without a turn of the event loop. The clock of the platform measures it. */
const SLICE_MS = 8;

/** Reading the clock costs as much as an evaluation. */
const CHECK_EVERY = 16;

export function createAlertTracker(options: AlertTrackerOptions): AlertTracker {
  const { fleet, kernel, clock, table, hasKeptState } = options;
  let isDisposed = false;
  const transitions = followLastTransitions(fleet, fleetDisposed);
  const due = createDueTargets();
  const jumpOf = createClockJumps(clock);
  const alarm = createAlarm(clock, ring);
  const dirty: Readonly<Record<TargetKind, Set<string>>> = { database: new Set(), index: new Set(), fleet: new Set() };
  /** The targets that were not evaluated since the start. */
  const unread = { database: new Set(kernel.databases.memberIds()), index: new Set(kernel.indices.memberIds()) };
  const evaluator = createAlertEvaluator({ ...options, transitions });
  const followed = followTargets({
    fleet,
    kernel,
    hasAlert: (kind, id) => table.has(kind, id),
    onChanged: mark,
    onAbsent: evaluator.noteAbsent,
  });
  let nextTurnMs = -Infinity;
  let isWaiting = false;
  let evaluatedMs = clock.monotonic();

  function mark(kind: TargetKind, id: string): void {
    dirty[kind].add(id);
    if (!isWaiting) alarm.set(nextTurnMs);
  }

  function markAll(): void {
    for (const id of kernel.databases.memberIds()) dirty.database.add(id);
    for (const id of kernel.indices.memberIds()) dirty.index.add(id);
    for (const { alert } of table.values()) dirty[alert.resource].add(alert.id);
    mark('fleet', '');
  }

  /** The alarm may ring too early. */
  function ring(): void {
    if (isDisposed) return;
    if (clock.monotonic() < nextTurnMs) return arm();
    turn();
  }

  function turn(): void {
    noticeJump();
    for (let target = due.take(clock.now()); target !== undefined; target = due.take(clock.now()))
      dirty[target[0]].add(target[1]);
    slice();
  }

  function noticeJump(): void {
    const jumpMs = jumpOf();
    if (jumpMs === 0) return;
    evaluator.noteAwake();
    for (const state of [...table.values()]) {
      const shifted = shiftAlert(state, jumpMs);
      if (shifted === state) continue;
      table.set(shifted);
      options.onChange({ key: state.alert.key, state: shifted });
    }
    markAll();
  }

  function slice(): void {
    isWaiting = false;
    if (isDisposed) return;
    evaluatedMs = clock.monotonic();
    let isComplete = false;
    options.commit(() => {
      isComplete = evaluateSome();
    });
    // A subscriber may have ended the monitor.
    if (isDisposed) return;
    if (!isComplete) return pause();
    nextTurnMs = clock.monotonic() + TURN_MS;
    arm();
  }

  /** @returns whether all targets are evaluated. Otherwise the time of the slice is over. */
  function evaluateSome(): boolean {
    const untilMs = systemClock.monotonic() + SLICE_MS;
    let count = 0;
    for (const [kind, ids] of Object.entries(dirty) as [TargetKind, Set<string>][]) {
      for (const id of ids) {
        ids.delete(id);
        evaluate(kind, id);
        count += 1;
        if (count % CHECK_EVERY === 0 && systemClock.monotonic() >= untilMs) return false;
      }
    }
    return true;
  }

  function pause(): void {
    isWaiting = true;
    options.afterBacklog(() => void clock.schedule(slice, 0));
  }

  function evaluate(kind: TargetKind, id: string): void {
    if (kind !== 'fleet' && unread[kind].delete(id) && hasKeptState) evaluator.ignoreReadingsOf(kind, id);
    due.set(kind, id, evaluator.evaluate(kind, id));
  }

  function arm(): void {
    if (isDisposed) return;
    const isDirty = Object.values(dirty).some(({ size }) => size > 0);
    const waitMs = isDirty ? 0 : Math.min(due.nextAt - clock.now(), IDLE_TURN_MS);
    alarm.set(Math.max(nextTurnMs, clock.monotonic() + waitMs));
  }

  /** Called at once if the fleet was disposed before. Its ids must not seem to be removed. */
  function fleetDisposed(): void {
    isDisposed = true;
    options.onFleetDisposed();
  }

  function useRules(rules: readonly CheckedRule[]): void {
    evaluator.setRules(activate(rules));
    followed.setPolling(evaluator.rules.of.fleet.length > 0);
    markAll();
  }

  function start(): void {
    if (isDisposed) return;
    useRules(options.rules);
    turn();
  }

  start();

  return {
    setRules: useRules,
    note: mark,
    get evaluatedMs() {
      return evaluatedMs;
    },
    dispose() {
      isDisposed = true;
      alarm.set(Infinity);
      followed.dispose();
      transitions.dispose();
      due.clear();
    },
  };
}
