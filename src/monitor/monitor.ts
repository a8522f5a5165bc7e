import type { Observable } from 'rxjs';
import type { Fleet } from '../core/fleet/fleet.js';
import type { Clock } from '../core/shared/clock.js';
import type { View } from '../core/store/view.js';
import type { Alert, AlertEvent } from './alerts/alert.js';
import type { Channel, ChannelStatus } from './channels/channel.js';
import type { TestAlertOptions, TestResult } from './channels/test-alert.js';
import type { MonitorGroup, MonitorGroupStatus } from './group/monitor-group.js';
import type { AlertRecord } from './history/alert-history.js';
import type { MonitorLog } from './log/monitor-log.js';
import type { Metrics } from './metrics/create-metrics.js';
import type { MetricsOptions } from './metrics/metrics-options.js';
import type { MaintenanceWindow, Quiet, Silence, SilenceOptions } from './quiet/quiet.js';
import type { Rule } from './rules/rule.js';
import type { MonitorHealth } from './server/health.js';
import type { MonitorState } from './state/open-monitor-state.js';

/** The options of `createMonitor`. Only `fleet` has no default. */
export interface MonitorOptions {
  /** The fleet to watch. The monitor does not dispose it. */
  readonly fleet: Fleet;
  /** The rules to evaluate; `setRules` replaces them. @default [] */
  readonly rules?: readonly Rule[] | undefined;
  /** The channels that get the alerts; `setChannels` replaces them. @default [] */
  readonly channels?: readonly Channel[] | undefined;
  /** Times in which alerts are not sent; `setMaintenance` replaces them. @default [] */
  readonly maintenance?: readonly MaintenanceWindow[] | undefined;
  /**
   * Keeps alerts, undelivered events and silences over restarts. The monitor does not close it.
   * @default none: after a restart, an alert whose condition still holds fires again
   */
  readonly state?: MonitorState | undefined;
  /**
   * Joins monitors of other machines. All members must have the same rules and channels. Each member evaluates the
   * rules, and for each event one member delivers. The idempotency key is the same on all members. `replicaGroup` of
   * `fleetglass/sharing/redis` makes a group. @default none: this monitor delivers by itself
   */
  readonly group?: MonitorGroup | undefined;
  /** The options of the metrics. @default {} */
  readonly metrics?: MetricsOptions | undefined;
  /** Receives what the monitor does. @default nothing is logged */
  readonly log?: MonitorLog | undefined;
  /** @default the clock of the platform */
  readonly clock?: Clock | undefined;
  /** Returns random numbers from 0 to just below 1, for the backoff of deliveries. @default the platform's randomness */
  readonly random?: (() => number) | undefined;
}

/** The state of a monitor. */
export interface MonitorStatus {
  /**
   * - `restoring`: the kept state is being read; no rule is evaluated.
   * - `running`: rules are evaluated.
   * - `disposed`: `dispose` was called.
   */
  readonly phase: 'restoring' | 'running' | 'disposed';
  /** Whether alerts and events are saved; `none` without a state. */
  readonly storage: 'none' | 'saved' | 'saving' | 'failing';
  /** The message of the last failed save; absent after a successful one. */
  readonly storageError?: string | undefined;
  readonly channels: readonly ChannelStatus[];
  /** The group of monitors; absent without the option `group`. */
  readonly group?: MonitorGroupStatus | undefined;
}

/**
 * Watches a fleet: evaluates rules, raises each alert once per breach, delivers it, and exports metrics.
 *
 * @example
 * ```ts
 * const monitor = createMonitor({
 *   fleet,
 *   rules: [{ name: 'suspended', kind: 'state', in: ['suspended'] }],
 *   channels: [webhookChannel({ name: 'pager', url: 'https://hooks.example.com/fleet', secret })],
 * });
 * monitor.events.subscribe(({ kind, alert }) => console.log(kind, alert.summary));
 * ```
 */
export interface Monitor {
  /**
   * Resolves when the kept alerts and events are restored, and rules are evaluated; or when the monitor is disposed of
   * before. Never rejects.
   */
  readonly ready: Promise<void>;
  /** Pending and firing alerts, oldest first. Emits at once, and after each change. */
  readonly alerts: View<readonly Alert[]>;
  /**
   * Emits each alert once when it fires and once when it clears, after `alerts` has changed and before the delivery.
   * Completes on `dispose`.
   */
  readonly events: Observable<AlertEvent>;
  /** The active silences, oldest first. Emits at once, and after each change. */
  readonly silences: View<readonly Silence[]>;
  /**
   * Returns the last 1,000 alerts that fired, newest first: when each began and ended, its greatest value, and which
   * channels have delivered its events. A `state` keeps them over restarts.
   */
  history(): readonly AlertRecord[];
  /** The phase, the storage and the channels. Emits at once, and after each change. */
  readonly status: View<MonitorStatus>;
  /** The metrics of the fleet and of the monitor, for `/metrics` of `startMonitorServer`. */
  readonly metrics: Metrics;
  /**
   * Returns why the monitor is unhealthy or not ready, for the probes `/healthz` and `/readyz` of `startMonitorServer`.
   * Both lists are empty while it works.
   */
  health(): MonitorHealth;
  /**
   * Replaces the rules. Existing alerts are matched to the new rules by rule name, and are updated within seconds:
   *
   * - A changed condition, such as another `ratio`: its previous alerts clear, and the rule begins again.
   * - Other changes keep the alerts: of `severity`, `forMs`, `clearForMs`, `channels`, `unless`, `repeatEveryMs`,
   *   `ids`, `resource`, `fields` and texts. Alerts of targets that the rule no longer covers clear.
   * - The alerts of a removed rule clear.
   *
   * The `cleared` event of an alert goes to the channels that got its `fired` event, and to those that its rule names now.
   * A repetition goes to the channels that the rule names now.
   *
   * @throws FleetError `invalid-request`, whose `issues` name each invalid member; then the previous rules stay
   */
  setRules(rules: readonly Rule[]): void;
  /**
   * Replaces the channels. Events in the queue of a channel stay if a new channel has its name, and are dropped and
   * logged otherwise.
   *
   * @throws FleetError `invalid-request`; then the previous channels stay
   */
  setChannels(channels: readonly Channel[]): void;
  /** Returns what keeps an alert from being sent now: maintenance, a silence, or an alert of another rule. */
  quietOf(alert: Alert): Quiet | undefined;
  /**
   * Silences alerts. An alert that fires meanwhile is sent when the silence ends, if it fires then. All members of a group
   * know the silence.
   *
   * @returns a promise that resolves when the silence is saved, or its save has failed and is tried again
   * @throws FleetError `invalid-request` for options that are wrong; `disposed`
   * @example
   * ```ts
   * const { id } = await monitor.addSilence({ forMs: 2 * 3_600_000, comment: 'migration of orders', rules: ['suspended'] });
   * ```
   */
  addSilence(options: SilenceOptions): Promise<Silence>;
  /** Ends a silence before its time. @throws FleetError `invalid-request` if no silence has this id; `disposed` */
  endSilence(id: string): Promise<void>;
  /** Replaces the maintenance windows. @throws FleetError `invalid-request`; then the previous windows stay */
  setMaintenance(windows: readonly MaintenanceWindow[]): void;
  /**
   * Sends one test alert to each channel, past its queue: a `fired` event, and then a `cleared` event.
   *
   * @throws FleetError `invalid-request` for options that are wrong; `disposed`
   */
  testAlert(options?: TestAlertOptions): Promise<readonly TestResult[]>;
  /**
   * Ends the monitor: the last changes are saved, running deliveries get a moment to end, and running test alerts are
   * aborted. Events that are not delivered stay in the state for the next start. A second call returns the same promise.
   *
   * @param options how long to wait for running deliveries, milliseconds. @default 3000
   * @throws FleetError `invalid-request` for options that are wrong
   */
  dispose(options?: { readonly drainMs?: number | undefined }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
