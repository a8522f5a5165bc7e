import type { Subscription } from 'rxjs';
import { createAlarm } from '../../core/polling/alarm.js';
import type { PollingStatus } from '../../core/polling/polling-status.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { SnapshotParts } from '../../core/fleet/snapshot-parts.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import type { Entry } from '../../core/state/entry.js';
import { activate } from '../rules/active-rules.js';
import type { CheckedRule } from '../rules/checked-rule.js';
import type { AlertEvent } from './alert.js';
import type { TargetKind } from '../rules/rule.js';
import { createAlertEvaluator } from './alert-evaluator.js';
import type { AlertTable } from './alert-table.js';
import { createClockJumps } from './clock-jumps.js';
import { createDueTargets } from './due-targets.js';
import { followLastTransitions } from './last-transitions.js';
import { shiftAlert, type AlertState } from './step-alert.js';

export interface AlertTrackerOptions {
  readonly fleet: Fleet;
  readonly parts: SnapshotParts;
  readonly clock: Clock;
  readonly rules: readonly CheckedRule[];
  /** Contains the alerts of an earlier process. */
  readonly table: AlertTable;
  /** Whether usage readings from before the start may be older than the alerts of the table. */
  readonly hasKeptState: boolean;
  /** Called for each alert that changed. @param state `undefined` if the alert has ended */
  readonly onChange: (key: string, state: AlertState | undefined, event: AlertEvent | undefined) => void;
  /** Called after a slice in which alerts changed. */
  readonly onSlice: () => void;
  /** Calls `resume` when the changes so far are saved, or at once if few wait. */
  readonly afterBacklog: (resume: () => void) => void;
  /** Called when the fleet was disposed. */
  readonly onFleetDisposed: () => void;
}

/** Evaluates the rules for each target that changed, and for each target whose time has come. */
export interface AlertTracker {
  setRules(rules: readonly CheckedRule[]): void;
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

/**
 * Listens to the stores of a fleet directly: a subscription to a record would make its id observed, and so be polled more
 * often. For an answer that confirms a record, a few comparisons are all it does.
 */
export function createAlertTracker(options: AlertTrackerOptions): AlertTracker {
  const { fleet, parts, clock, table, hasKeptState } = options;
  const { databases, indices, ledger } = parts;
  let isDisposed = false;
  const transitions = followLastTransitions(fleet, fleetDisposed);
  const due = createDueTargets();
  const jumpOf = createClockJumps(clock);
  const alarm = createAlarm(clock, ring);
  const dirty: Readonly<Record<TargetKind, Set<string>>> = { database: new Set(), index: new Set(), fleet: new Set() };
  /** The targets that were not evaluated since the start. */
  const unread = { database: new Set<string>(), index: new Set<string>() };
  const evaluator = createAlertEvaluator({ fleet, parts, clock, table, transitions, onChange: options.onChange });
  let nextTurnMs = -Infinity;
  let isWaiting = false;
  let evaluatedMs = clock.monotonic();
  let polling: Subscription | undefined;
  let lastPolling: string | undefined;

  function mark(kind: TargetKind, id: string): void {
    dirty[kind].add(id);
    if (!isWaiting) alarm.set(nextTurnMs);
  }

  function onEntry(kind: 'database' | 'index', id: string, before: Entry<object>, after: Entry<object>): void {
    const isChanged =
      before === after ||
      before.record !== after.record ||
      before.status !== after.status ||
      (before.confirmedAt !== after.confirmedAt && table.has(kind, id));
    if (!isChanged) return;
    if (kind === 'index' && after.status === 'missing' && before.record !== undefined) evaluator.noteAbsent(id);
    mark(kind, id);
  }

  function markAll(): void {
    for (const id of databases.memberIds()) dirty.database.add(id);
    for (const id of indices.memberIds()) dirty.index.add(id);
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
    evaluator.awakeSince = clock.now();
    for (const state of [...table.values()]) {
      const shifted = shiftAlert(state, jumpMs);
      if (shifted === state) continue;
      table.set(shifted);
      options.onChange(state.alert.key, shifted, undefined);
    }
    markAll();
  }

  function slice(): void {
    isWaiting = false;
    if (isDisposed) return;
    evaluatedMs = clock.monotonic();
    const untilMs = systemClock.monotonic() + SLICE_MS;
    let count = 0;
    for (const [kind, ids] of Object.entries(dirty) as [TargetKind, Set<string>][]) {
      for (const id of ids) {
        ids.delete(id);
        evaluate(kind, id);
        count += 1;
        if (count % CHECK_EVERY === 0 && systemClock.monotonic() >= untilMs) return pause();
      }
    }
    options.onSlice();
    nextTurnMs = clock.monotonic() + TURN_MS;
    arm();
  }

  function pause(): void {
    isWaiting = true;
    options.onSlice();
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

  /** A subscription to the status costs a reading each second, so it exists only for rules that need it. */
  function followPolling(): void {
    const isNeeded = evaluator.rules.fleet.length > 0;
    if (isNeeded === (polling !== undefined)) return;
    polling?.unsubscribe();
    polling = isNeeded ? fleet.polling.status.subscribe(onPolling) : undefined;
  }

  function onPolling({ state, reason }: PollingStatus): void {
    const now = `${state} ${reason?.message}`;
    if (now !== lastPolling) mark('fleet', '');
    lastPolling = now;
  }

  function useRules(rules: readonly CheckedRule[]): void {
    evaluator.rules = activate(rules);
    followPolling();
    markAll();
  }

  function start(rules: readonly CheckedRule[]): void {
    if (isDisposed) return;
    for (const id of databases.memberIds()) unread.database.add(id);
    for (const id of indices.memberIds()) unread.index.add(id);
    useRules(rules);
    turn();
  }

  const stops = [
    databases.onChange((id, before, after) => onEntry('database', id, before, after)),
    indices.onChange((id, before, after) => onEntry('index', id, before, after)),
    ledger.onChange((resource, id) => mark(resource, id)),
  ];
  start(options.rules);

  return {
    setRules: useRules,
    get evaluatedMs() {
      return evaluatedMs;
    },
    dispose() {
      isDisposed = true;
      alarm.set(Infinity);
      polling?.unsubscribe();
      transitions.dispose();
      for (const stop of stops) stop();
      due.clear();
    },
  };
}
