import { FleetError } from '../core/shared/fleet-error.js';
import { Commits } from '../core/store/commits.js';
import { Events } from '../core/store/events.js';
import { createSource, type Source } from '../core/store/source.js';
import { claimPlace } from '../persistence/claim-place.js';
import type { StoredValue } from '../persistence/engine.js';
import type { Alert, AlertEvent } from './alerts/alert.js';
import type { RaisedEvent } from './alerts/alert-steps.js';
import { createAlertTable, type AlertTable } from './alerts/alert-table.js';
import { ALERT_PREFIX, readAlert } from './alerts/alert-texts.js';
import { AlertTracker } from './alerts/alert-tracker.js';
import { idempotencyKeyOf } from './alerts/step-alert.js';
import { attempt } from './channels/attempt.js';
import { Deliveries } from './channels/deliveries.js';
import { GroupMember } from './group/group-member.js';
import type { MonitorGroup } from './group/monitor-group.js';
import { AlertHistory } from './history/alert-history.js';
import { createMetrics } from './metrics/create-metrics.js';
import type { MonitorStatus } from './monitor.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import type { Silence } from './quiet/quiet.js';
import { QuietStep } from './quiet/quiet-step.js';
import { Silences, type SharedSilence } from './quiet/silences.js';
import { activate, type ActiveRules } from './rules/active-rules.js';
import type { CheckedRule } from './rules/checked-rule.js';
import { createHealth } from './server/health.js';
import { StateJournal } from './state/state-journal.js';

/** A store that hangs must not keep the process from ending. */
const LAST_SAVE_MS = 1000;

export const DRAIN_MS = 3000;

/** No value has this key. Its deletion is the first write, and shows whether the state can be saved. */
const PROBE_KEY = 'probe';

/** Creates the parts of a monitor, connects them, starts them and ends them. */
export class MonitorCore {
  readonly ready: Promise<void>;
  readonly alerts: Source<readonly Alert[]>;
  readonly events: Events<AlertEvent>;
  readonly silenceList: Source<readonly Silence[]>;
  readonly status: Source<MonitorStatus>;
  readonly journal: StateJournal;
  readonly deliveries: Deliveries;
  readonly history: AlertHistory;
  readonly silences: Silences;
  readonly quiet: QuietStep;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly health: ReturnType<typeof createHealth>;
  readonly #settings: MonitorSettings;
  readonly #commits: Commits;
  readonly #table: AlertTable;
  readonly #member: GroupMember | undefined;
  readonly #tracker: AlertTracker;
  #rules: ActiveRules;
  #phase: MonitorStatus['phase'] = 'restoring';
  #lastStatus: MonitorStatus | undefined;
  #disposing: Promise<void> | undefined;
  #stopWaiting = (): void => {};
  #stopFollowing = (): void => {};
  readonly #isStorageFailing = (): boolean => this.journal.status.storage === 'failing';
  readonly #delivers = (): boolean => this.#member?.deliveries.delivers() !== false;

  /** @throws FleetError `invalid-request`, whose `issues` name each invalid member of `channels`; `in-use` */
  constructor(settings: MonitorSettings) {
    const { clock, log, maintenance, group } = settings;
    this.#settings = settings;
    this.#rules = activate(settings.rules);
    this.#commits = new Commits((error) => log('error', 'subscriber-failed', { error: String(error) }));
    this.alerts = createSource(this.#commits, () => this.#table.list);
    this.events = new Events<AlertEvent>(this.#commits);
    this.silenceList = createSource(this.#commits, () => this.silences.list);
    this.status = createSource(this.#commits, () => (this.#lastStatus ??= this.#readStatus()));
    this.journal = new StateJournal({ ...settings, onChanged: () => this.#statusChanged() });
    const { write } = this.journal;
    this.#table = createAlertTable(write, (alert) => this.quiet.ended(alert));
    this.deliveries = this.#createDeliveries();
    const release = claimPlace(['monitor'], settings.state ?? this);
    if (release === undefined)
      throw new FleetError('in-use', 'configure', 'another monitor uses the state: dispose of that monitor first');
    this.history = new AlertHistory({ now: clock.now, write, get: this.#table.get });
    this.events.stream.subscribe({ next: (event) => this.history.add(event), complete: release });
    this.silences = new Silences({ clock, log, write, onChanged: () => this.#silencesChanged() });
    this.quiet = this.#createQuiet();
    this.quiet.setMaintenance(maintenance);
    this.#member = group && this.#createMember(group);
    this.metrics = this.#createMetrics();
    this.health = createHealth({
      ...settings,
      phase: () => this.#phase,
      evaluatedMs: () => this.#tracker.evaluatedMs,
      isStorageFailing: this.#isStorageFailing,
      // A member of a group that does not deliver keeps the events too. Its failures may be from a time when it delivered.
      channels: () => (this.#delivers() ? this.deliveries.statuses : []),
    });
    this.#tracker = new AlertTracker({
      ...settings,
      rules: () => this.#rules,
      table: this.#table,
      hasKeptState: settings.state !== undefined,
      isSilent: this.health.isSilent,
      onEvent: (raised) => this.#raise(raised),
      sendDue: (kind, id) => this.quiet.sendDue(kind, id),
      isHeld: (...alert) => this.#member?.isHeld(...alert) === true,
      commit: (change) => this.#commitAlerts(change),
    });
    const disposed = new Promise<void>((resolve) => (this.#stopWaiting = resolve));
    this.ready = Promise.race([this.#start(), disposed]);
  }

  get isDisposed(): boolean {
    return this.#disposing !== undefined;
  }

  setRules(rules: readonly CheckedRule[]): void {
    this.#rules = activate(rules);
    this.quiet.recheckHeld();
    this.#tracker.allChanged();
  }

  /** Resolves when a silence is saved, or its save has failed. */
  async share(silence: SharedSilence): Promise<Silence> {
    this.#member?.sender.sendSilence(silence);
    await new Promise<void>((resolve) => this.journal.afterSave(resolve));
    return silence;
  }

  dispose(drainMs: number): Promise<void> {
    if (this.#disposing !== undefined) return this.#disposing;
    this.#tracker.dispose();
    this.#phase = 'disposed';
    this.#disposing = this.#end(drainMs);
    this.#statusChanged();
    return this.#disposing;
  }

  async #start(): Promise<void> {
    const { fleet, kernel, log } = this.#settings;
    this.#stopFollowing = kernel.onDispose(() => void this.dispose(DRAIN_MS));
    try {
      // The program gets the chance to subscribe before the first event.
      await Promise.resolve();
      for await (const values of this.journal.read()) {
        if (this.isDisposed) return;
        this.#restore(values);
      }
      if (this.isDisposed) return;
      // A state that cannot be saved shows at the start, and not only at the first alert.
      this.journal.write(PROBE_KEY, undefined);
      await Promise.all([fleet.ready, this.#member?.join()]);
      if (this.isDisposed) return;
      this.#commits.commit(this.alerts.changed);
      this.#phase = 'running';
      this.#statusChanged();
      // A subscriber to the status may have disposed the monitor.
      if (this.isDisposed) return;
      this.deliveries.start();
      this.#tracker.start();
      this.quiet.recheckHeld();
    } catch (error) {
      log('error', 'monitor-failed', { error: String(error) });
    }
  }

  #restore(values: readonly StoredValue[]): void {
    const { clock, log } = this.#settings;
    for (const value of values) {
      this.#member?.breaches.restore(value);
      this.silences.restore(value);
      this.quiet.restore(value);
      this.history.restore(value);
      this.deliveries.restore(value);
      const { key, text } = value;
      // A monitor that has left its group does not count breaches. The kept numbers would be wrong in the next group.
      if (this.#member === undefined && /^(?:breach|group)\//.test(key)) this.journal.write(key, undefined);
      if (!key.startsWith(ALERT_PREFIX)) continue;
      const state = readAlert(key, text, clock.now());
      if (state !== undefined) this.#table.set(state, false);
      else log('error', 'alert-unreadable', { key: key.slice(0, 200) });
    }
    this.silences.changed();
  }

  /**
   * Called inside a commit: subscribers and channels get the event when all alerts of the commit are in place. The
   * alert and its undelivered event are one batch of the journal, because both are written in one turn.
   */
  #raise(raised: RaisedEvent): void {
    const { event, isNew } = this.#member?.raise(raised) ?? { event: raised.event, isNew: true };
    this.#report(event, raised.channels, isNew);
  }

  #report(...[event, channels, isNew, isSent]: Parameters<QuietStep['pass']>): void {
    if (isNew) {
      const { log } = this.#settings;
      const { rule, resource, id, name, field, summary, severity } = event.alert;
      const facts = { rule, resource, id, name, field, summary };
      if (event.kind === 'fired') log('warn', 'alert-fired', { ...facts, severity });
      else log('info', 'alert-cleared', { ...facts, reason: event.reason, durationMs: event.durationMs });
      this.events.emit(event);
    }
    this.quiet.pass(event, channels, isNew, isSent);
  }

  #commitAlerts(change: () => void): void {
    this.#commits.commit(() => {
      change();
      this.alerts.changed();
    });
  }

  #readStatus(): MonitorStatus {
    const group = this.#member && { group: Object.freeze(this.#member.status) };
    return Object.freeze({
      phase: this.#phase,
      ...this.journal.status,
      channels: this.deliveries.statuses,
      ...group,
    });
  }

  #statusChanged(): void {
    this.#lastStatus = undefined;
    this.#commits.commit(this.status.changed);
  }

  #silencesChanged(): void {
    this.#commits.commit(this.silenceList.changed);
    this.#tracker.targetChanged('fleet', '');
    this.quiet.recheckHeld();
  }

  #createDeliveries(): Deliveries {
    return new Deliveries({
      ...this.#settings,
      onChanged: () => this.#statusChanged(),
      write: this.journal.write,
      onDelivered: ({ idempotencyKey }, channel) => this.history.setDelivered(idempotencyKey, channel),
      group: () => this.#member?.deliveries,
      firing: (channel) =>
        [...this.#table.values(), ...(this.#member?.adopter.firingElsewhere ?? [])].flatMap(({ alert, channels }) => {
          // Another member of the group may have a rule that this member does not have.
          const rule = this.#rules.named.get(alert.rule)?.rule ?? { channels };
          const isSent = alert.state === 'firing' && rule.channels?.includes(channel) !== false;
          return isSent && !this.quiet.isHeld(alert) ? [alert] : [];
        }),
    });
  }

  #createQuiet(): QuietStep {
    const { fleet, kernel } = this.#settings;
    return new QuietStep({
      ...this.#settings,
      table: this.#table,
      rules: () => this.#rules,
      silences: this.silences,
      deliveries: this.deliveries,
      write: this.journal.write,
      recheck: (kind, id) => this.#tracker.targetChanged(kind, id),
      roundMs: () => (1000 * fleet.polling.status.value.known) / kernel.effects.limiter.perSecond,
      deliver: (event, channels) => {
        const release = this.deliveries.enqueue(event, channels);
        this.#commits.afterCommit(() => this.journal.afterSave(release));
      },
      isFiring: (key) => this.#member?.isFiring(key) ?? this.#table.isFiring(key),
      firedEventOf: (state) =>
        this.#member?.firedEventOf(state) ?? { idempotencyKey: idempotencyKeyOf(state, 'fired') },
    });
  }

  #createMember(group: MonitorGroup): GroupMember {
    return new GroupMember({
      ...this.#settings,
      group,
      table: this.#table,
      deliveries: this.deliveries,
      quiet: this.quiet,
      silences: this.silences,
      history: this.history,
      write: this.journal.write,
      rules: () => this.#rules,
      report: (...event) => this.#report(...event),
      commit: (change) => this.#commitAlerts(change),
      onChanged: () => this.#statusChanged(),
      onTargetChanged: (kind, id) => this.#tracker.targetChanged(kind, id),
    });
  }

  #createMetrics(): ReturnType<typeof createMetrics> {
    return createMetrics({
      ...this.#settings,
      rules: () => this.#rules.list,
      alerts: () => Array.from(this.#table.values(), ({ alert }) => alert),
      firingOf: (resource, id) =>
        this.#table.of(resource, id).flatMap(({ alert }) => (alert.state === 'firing' ? [alert] : [])),
      events: this.events.stream,
      channels: () => this.deliveries.statuses,
      isStorageFailing: this.#isStorageFailing,
      evaluatedMs: () => this.#tracker.evaluatedMs,
      delivers: this.#delivers,
      options: this.#settings.metrics,
    });
  }

  async #end(drainMs: number): Promise<void> {
    this.#stopWaiting();
    this.#stopFollowing();
    await this.deliveries.drain(drainMs);
    const { clock } = this.#settings;
    const saved = attempt(() => this.journal.close(), { clock, timeoutMs: LAST_SAVE_MS });
    await Promise.all([saved, this.#member?.dispose()]);
    this.journal.abandon();
    this.health.dispose();
    this.metrics.dispose();
    this.#statusChanged();
    this.#commits.dispose();
    this.#commits.end();
  }
}
