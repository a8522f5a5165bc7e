import { kernelOf } from '../core/fleet/kernel.js';
import { createAlertTracker } from './alerts/alert-tracker.js';
import { attempt } from './channels/attempt.js';
import type { MonitorParts, MonitorRun } from './monitor-parts.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import { createAlertReporter } from './report-alerts.js';
import { restoreAlerts } from './restore-alerts.js';
import { createBacklog } from './state/backlog.js';

/** A store that hangs must not keep the process from ending. */
const LAST_SAVE_MS = 1000;

export const DRAIN_MS = 3000;

/** The beginning and the end of a monitor. */
export interface MonitorLife {
  /** Resolves when rules are evaluated, or the monitor was disposed. Never rejects. */
  readonly ready: Promise<void>;
  /** Ends the monitor. A second call returns the same promise. */
  dispose(drainMs: number): Promise<void>;
}

export function startMonitor(settings: MonitorSettings, parts: MonitorParts, run: MonitorRun): MonitorLife {
  const { fleet, clock, log } = settings;
  const { commits, table, alerts, events, status, journal, deliveries, metrics, health, membership } = parts;
  let disposing: Promise<void> | undefined;
  let stopWaiting = (): void => {};
  const disposed = new Promise<void>((resolve) => {
    stopWaiting = resolve;
  });

  const isDisposed = (): boolean => disposing !== undefined;

  async function start(): Promise<void> {
    // The program can subscribe to the events before the first one.
    await Promise.resolve();
    for await (const values of journal.read()) {
      if (isDisposed()) return;
      restoreAlerts(values, { table, deliveries, log, group: membership, now: clock.now() });
    }
    if (isDisposed()) return;
    await Promise.all([fleet.ready, membership?.join()]);
    if (isDisposed()) return;
    commits.commit(alerts.changed);
    run.phase = 'running';
    parts.statusChanged();
    // A subscriber to the status may have disposed the monitor.
    if (isDisposed()) return;
    deliveries.start();
    track();
  }

  function track(): void {
    run.tracker = createAlertTracker({
      fleet,
      kernel: kernelOf(fleet, 'createMonitor'),
      clock,
      rules: [...run.rules.values()],
      table,
      hasKeptState: settings.state !== undefined,
      onChange: createAlertReporter({ commits, journal, deliveries, events, log, group: membership }),
      isHeld: membership?.isHeld,
      commit: (change) =>
        commits.commit(() => {
          change();
          alerts.changed();
        }),
      afterBacklog: createBacklog(journal, clock),
      onFleetDisposed: () => void dispose(DRAIN_MS),
    });
    // The first evaluation may have found that the fleet was disposed.
    if (isDisposed()) run.tracker.dispose();
  }

  function dispose(drainMs: number): Promise<void> {
    if (disposing !== undefined) return disposing;
    run.tracker?.dispose();
    run.phase = 'disposed';
    disposing = end(drainMs);
    parts.statusChanged();
    return disposing;
  }

  async function end(drainMs: number): Promise<void> {
    stopWaiting();
    await deliveries.drain(drainMs);
    const { signal } = new AbortController();
    const saved = attempt(() => journal.close(), { clock, timeoutMs: LAST_SAVE_MS, signal });
    await Promise.all([saved, membership?.dispose()]);
    health.dispose();
    metrics.dispose();
    parts.statusChanged();
    commits.dispose();
    events.complete();
    alerts.complete();
    status.complete();
  }

  const started = start().catch((error: unknown) => {
    log('error', 'monitor-failed', { error: String(error) });
  });
  return { ready: Promise.race([started, disposed]), dispose };
}
