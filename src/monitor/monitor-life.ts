import type { StoredValue } from '../persistence/engine.js';
import { ALERT_PREFIX, readAlert } from './alerts/alert-texts.js';
import { AlertTracker } from './alerts/alert-tracker.js';
import { isAbsence } from './alerts/follow-targets.js';
import { attempt } from './channels/attempt.js';
import type { MonitorParts, MonitorRun } from './monitor-parts.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import { createAlertReporter } from './report-alerts.js';

/** A store that hangs must not keep the process from ending. */
const LAST_SAVE_MS = 1000;

export const DRAIN_MS = 3000;

/** The key of no value. Its deletion is the first write. */
const PROBE_KEY = 'probe';

const DELIVERY_PREFIX = 'delivery/';

export class MonitorLife {
  /** Resolves when rules are evaluated, or the monitor was disposed. Never rejects. */
  readonly ready: Promise<void>;
  readonly #settings: MonitorSettings;
  readonly #parts: MonitorParts;
  readonly #run: MonitorRun;
  /** The fleet polls as soon as it is ready, and the first list may come before the rules are evaluated. */
  readonly #absentIndexIds = new Set<string>();
  #disposing: Promise<void> | undefined;
  #stopWaiting = (): void => {};

  constructor(settings: MonitorSettings, parts: MonitorParts, run: MonitorRun) {
    this.#settings = settings;
    this.#parts = parts;
    this.#run = run;
    const disposed = new Promise<void>((resolve) => (this.#stopWaiting = resolve));
    const stopFollowing = settings.kernel.indices.onChange((id, before, after) => {
      if (isAbsence(before, after)) this.#absentIndexIds.add(id);
    });
    const started = this.#start()
      .catch((error: unknown) => {
        settings.log('error', 'monitor-failed', { error: String(error) });
      })
      .finally(stopFollowing);
    this.ready = Promise.race([started, disposed]);
  }

  /** Ends the monitor. A second call returns the same promise. */
  dispose(drainMs: number): Promise<void> {
    if (this.#disposing !== undefined) return this.#disposing;
    this.#run.tracker?.dispose();
    this.#run.phase = 'disposed';
    this.#disposing = this.#end(drainMs);
    this.#parts.statusChanged();
    return this.#disposing;
  }

  async #start(): Promise<void> {
    const { fleet } = this.#settings;
    const { commits, alerts, journal, deliveries, membership } = this.#parts;
    // The program can subscribe to the events before the first one.
    await Promise.resolve();
    for await (const values of journal.read()) {
      if (this.#disposing !== undefined) return;
      this.#restore(values);
    }
    if (this.#disposing !== undefined) return;
    // A state that cannot be saved is a failure from the start, and not from the first alert on.
    journal.write(PROBE_KEY, undefined);
    await Promise.all([fleet.ready, membership?.member.join()]);
    if (this.#disposing !== undefined) return;
    commits.commit(alerts.changed);
    this.#run.phase = 'running';
    this.#parts.statusChanged();
    // A subscriber to the status may have disposed the monitor.
    if (this.#disposing !== undefined) return;
    deliveries.start();
    this.#track();
  }

  /** Puts kept alerts and undelivered events in place. A value that cannot be read is logged. */
  #restore(values: readonly StoredValue[]): void {
    const { clock, log } = this.#settings;
    const { table, deliveries, history, membership, quiet } = this.#parts;
    membership?.member.restore(values);
    quiet.restore(values);
    history.restore(values);
    deliveries.restore(values.filter(({ key }) => key.startsWith(DELIVERY_PREFIX)));
    for (const { key, text } of values) {
      if (!key.startsWith(ALERT_PREFIX)) continue;
      const state = readAlert(key, text, clock.now());
      if (state !== undefined) table.set(state);
      else log('error', 'alert-unreadable', { key: key.slice(0, 200) });
    }
  }

  #track(): void {
    const { fleet, kernel, clock, log, state } = this.#settings;
    const { commits, table, alerts, events, journal, quiet, membership } = this.#parts;
    this.#run.tracker = new AlertTracker({
      fleet,
      kernel,
      clock,
      rules: [...this.#run.rules.values()],
      table,
      hasKeptState: state !== undefined,
      onChange: createAlertReporter({ journal, quiet, events, log, group: membership?.member }),
      look: (kind, id) => quiet.look(kind, id),
      isHeld: membership?.isHeld,
      commit: (change) =>
        commits.commit(() => {
          change();
          alerts.changed();
        }),
      afterBacklog: (resume) => journal.afterBacklog(resume),
      onFleetDisposed: () => void this.dispose(DRAIN_MS),
      absentIndexIds: this.#absentIndexIds,
    });
    quiet.lookAtHeld();
    // The first evaluation may have found that the fleet was disposed.
    if (this.#disposing !== undefined) this.#run.tracker.dispose();
  }

  async #end(drainMs: number): Promise<void> {
    const { commits, alerts, events, status, journal, deliveries, metrics, health, membership } = this.#parts;
    const { silenceList } = this.#parts;
    this.#stopWaiting();
    await deliveries.drain(drainMs);
    const { signal } = new AbortController();
    const { clock } = this.#settings;
    const saved = attempt(() => journal.close(), { clock, timeoutMs: LAST_SAVE_MS, signal });
    await Promise.all([saved, membership?.member.dispose()]);
    health.dispose();
    metrics.dispose();
    this.#parts.statusChanged();
    commits.dispose();
    events.complete();
    alerts.complete();
    silenceList.complete();
    status.complete();
  }
}
