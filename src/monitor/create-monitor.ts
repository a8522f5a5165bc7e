import { anAmount, readOptions } from '../core/api/read-options.js';
import { refuseIssues } from '../core/api/refuse-issues.js';
import { FleetError } from '../core/shared/fleet-error.js';
import { snapshotPartsOf } from '../core/fleet/snapshot-parts.js';
import type { Clock } from '../core/shared/clock.js';
import { createCommits } from '../core/state/commits.js';
import { createEvents } from '../core/state/events.js';
import { createSource } from '../core/state/source.js';
import type { StoredValue } from '../persistence/engine.js';
import type { AlertEvent } from './alerts/alert.js';
import { createAlertTable } from './alerts/alert-table.js';
import { ALERT_PREFIX, alertText, readAlert } from './alerts/alert-texts.js';
import { createAlertTracker, type AlertTracker } from './alerts/alert-tracker.js';
import { endAlert, type AlertState } from './alerts/step-alert.js';
import { createDeliveries } from './channels/deliveries.js';
import { createMetrics } from './metrics/create-metrics.js';
import type { Monitor, MonitorOptions, MonitorStatus } from './monitor.js';
import { readMonitorOptions } from './read-monitor-options.js';
import { fingerprintOf, type CheckedRule } from './rules/checked-rule.js';
import { readRules } from './rules/read-rules.js';
import type { Rule } from './rules/rule.js';
import { createHealth } from './server/health.js';
import { createStateJournal } from './state/state-journal.js';

/** A store that hangs must not keep the process from ending. */
const LAST_SAVE_MS = 1000;

/** Evaluation waits while more changes than this are being saved. */
const MAX_BACKLOG = 2000;

/** A store that hangs must not end the evaluation. */
const BACKLOG_WAIT_MS = 5000;

const DRAIN_MS = 3000;

/** `Symbol.asyncDispose`, or a substitute symbol on platforms without it. */
const asyncDisposeSymbol: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');

/**
 * Makes a monitor. It evaluates rules after `fleet.ready`, and follows the fleet from then on.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option, such as `rules.3.longerThanMs`
 * @example
 * ```ts
 * const state = await openMonitorState('./monitor');
 * const monitor = createMonitor({ fleet, state, rules: [{ name: 'suspended', kind: 'state', in: ['suspended'] }] });
 * ```
 */
export function createMonitor(options: MonitorOptions): Monitor {
  const settings = readMonitorOptions(options);
  const { fleet, clock, random, log, state: keptState } = settings;
  const parts = snapshotPartsOf(fleet);
  let rules = new Map(settings.checkedRules.map((rule) => [rule.name, rule]));
  let phase: MonitorStatus['phase'] = 'restoring';
  let tracker: AlertTracker | undefined;
  let status: MonitorStatus | undefined;
  let disposing: Promise<void> | undefined;

  const commits = createCommits({ onError: (error) => log('error', 'subscriber-failed', { error: String(error) }) });
  const table = createAlertTable();
  const alerts = createSource(commits, { read: () => table.list });
  const events = createEvents<AlertEvent>(commits);
  const statusView = createSource(commits, { read: () => (status ??= readStatus()) });
  const journal = createStateJournal({ state: keptState, clock, random, log, onChanged: statusChanged });
  const deliveries = createDeliveries({
    channels: settings.channels ?? [],
    clock,
    random,
    log,
    onChanged: statusChanged,
    write: journal.write,
    firing: (channel) =>
      table.list.filter(({ state, rule }) => state === 'firing' && sendsTo(rules.get(rule), channel)),
  });
  const evaluatedMs = (): number | undefined => tracker?.evaluatedMs;
  const metrics = createMetrics({
    fleet,
    clock,
    rules: () => [...rules.values()] as readonly Rule[],
    alerts: () => table.list,
    events: events.stream,
    channels: () => deliveries.statuses,
    isStorageFailing: () => journal.status.storage === 'failing',
    evaluatedMs,
    options: settings.metrics,
  });
  const health = createHealth({ fleet, clock, phase: () => phase, evaluatedMs });

  function readStatus(): MonitorStatus {
    return Object.freeze({ phase, ...journal.status, channels: deliveries.statuses });
  }

  function statusChanged(): void {
    status = undefined;
    commits.commit(statusView.changed);
  }

  function setPhase(next: MonitorStatus['phase']): void {
    phase = next;
    statusChanged();
  }

  /** The alert and its undelivered event are one batch of the journal, because both are written in one turn. */
  function onChange(key: string, state: AlertState | undefined, event: AlertEvent | undefined): void {
    journal.write(ALERT_PREFIX + key, state && alertText(state));
    if (event === undefined) return;
    const { kind, alert } = event;
    const facts = {
      rule: alert.rule,
      resource: alert.resource,
      id: alert.id,
      field: alert.field,
      summary: alert.summary,
    };
    if (kind === 'fired') log('warn', 'alert-fired', { ...facts, severity: alert.severity });
    else log('info', 'alert-cleared', { ...facts, reason: event.reason, durationMs: event.durationMs });
    events.emit(event);
    journal.afterSave(deliveries.enqueue(event, rules.get(alert.rule)?.channels));
  }

  function alertsChanged(): void {
    commits.commit(alerts.changed);
  }

  /** Clears alerts whose rule is gone or has changed. */
  function endAlertsWithoutRule(): void {
    for (const state of [...table.values()]) {
      const { key, rule } = state.alert;
      const current = rules.get(rule);
      if (current !== undefined && fingerprintOf(current) === state.fingerprint) continue;
      table.delete(key);
      onChange(key, undefined, endAlert(state, 'rule-removed', clock.now()));
    }
    alertsChanged();
  }

  function restore(values: readonly StoredValue[]): void {
    deliveries.restore(values.filter(({ key }) => key.startsWith('delivery/')));
    for (const { key, text } of values) {
      if (!key.startsWith(ALERT_PREFIX)) continue;
      const state = readAlert(key, text, clock.now());
      if (state !== undefined) table.set(state);
      else log('error', 'alert-unreadable', { key: key.slice(0, 200) });
    }
  }

  /** The compiler does not see that other functions change the phase. */
  const isEnded = (): boolean => phase === 'disposed';

  async function start(): Promise<void> {
    // The program can subscribe to the events before the first one.
    await Promise.resolve();
    for await (const values of journal.read()) restore(values);
    await fleet.ready;
    if (isEnded()) return;
    endAlertsWithoutRule();
    setPhase('running');
    deliveries.start();
    tracker = createAlertTracker({
      fleet,
      parts,
      clock,
      rules: [...rules.values()],
      table,
      hasKeptState: keptState !== undefined,
      onChange,
      onSlice: alertsChanged,
      afterBacklog,
      onFleetDisposed: () => void dispose(DRAIN_MS),
    });
    if (isEnded()) tracker.dispose();
  }

  function afterBacklog(resume: () => void): void {
    if (journal.unsaved < MAX_BACKLOG) return resume();
    let isResumed = false;
    const once = (): void => {
      if (isResumed) return;
      isResumed = true;
      cancel();
      resume();
    };
    const cancel = clock.schedule(once, BACKLOG_WAIT_MS);
    journal.afterSave(once);
  }

  function dispose(drainMs: number): Promise<void> {
    if (disposing !== undefined) return disposing;
    tracker?.dispose();
    setPhase('disposed');
    disposing = end(drainMs);
    return disposing;
  }

  async function end(drainMs: number): Promise<void> {
    await deliveries.drain(drainMs);
    await withinMs(clock, LAST_SAVE_MS, journal.close());
    health.dispose();
    metrics.dispose();
    statusChanged();
    commits.dispose();
    events.complete();
    alerts.complete();
    statusView.complete();
  }

  const ready = start().catch((error: unknown) => {
    log('error', 'monitor-failed', { error: String(error) });
  });

  return {
    ready,
    alerts: alerts.view,
    events: events.stream,
    status: statusView.view,
    metrics,
    health: health.read,
    setRules(given) {
      refuseUse();
      const checked = readRules(given);
      rules = new Map(checked.map((rule) => [rule.name, rule]));
      if (tracker === undefined) return;
      endAlertsWithoutRule();
      tracker.setRules(checked);
    },
    setChannels(channels) {
      refuseUse();
      deliveries.setChannels(channels);
    },
    async testAlert(testOptions) {
      refuseUse();
      return deliveries.test(testOptions);
    },
    async dispose(disposeOptions = {}) {
      const { given, issues } = readOptions(disposeOptions, { drainMs: anAmount });
      refuseIssues('configure', issues);
      return dispose(given?.drainMs ?? DRAIN_MS);
    },
    [asyncDisposeSymbol]: () => dispose(DRAIN_MS),
  };

  function refuseUse(): void {
    if (phase === 'disposed')
      throw new FleetError('disposed', 'configure', 'the monitor was disposed of: make another one');
  }
}

function sendsTo(rule: CheckedRule | undefined, channel: string): boolean {
  return rule !== undefined && (rule.channels === undefined || rule.channels.includes(channel));
}

/** Waits for a promise that never rejects, but not longer than this. */
function withinMs(clock: Clock, ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(resolve, ms);
    void promise.then(() => {
      cancel();
      resolve();
    });
  });
}
