import { Commits } from '../core/store/commits.js';
import { Events } from '../core/store/events.js';
import { createSource, type Source } from '../core/store/source.js';
import type { Alert, AlertEvent } from './alerts/alert.js';
import { createAlertTable, type AlertTable } from './alerts/alert-table.js';
import type { AlertTracker } from './alerts/alert-tracker.js';
import { createMembership, type MonitorMembership } from './create-group.js';
import { Deliveries } from './channels/deliveries.js';
import { AlertHistory } from './history/alert-history.js';
import { createMetrics, type DisposableMetrics } from './metrics/create-metrics.js';
import type { MonitorStatus } from './monitor.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import type { TargetKind } from './rules/rule.js';
import type { CheckedRule } from './rules/checked-rule.js';
import { createHealth } from './server/health.js';
import { StateJournal } from './state/state-journal.js';
import { idempotencyKeyOf } from './alerts/step-alert.js';
import type { GroupMember } from './group/group-member.js';
import type { Silence } from './quiet/quiet.js';
import { QuietStep } from './quiet/quiet-step.js';
import { Silences } from './quiet/silences.js';

/** The facts of a monitor that change while it runs. */
export interface MonitorRun {
  phase: MonitorStatus['phase'];
  rules: ReadonlyMap<string, CheckedRule>;
  /** Exists while rules are evaluated, and afterwards. */
  tracker: AlertTracker | undefined;
}

export interface MonitorParts extends QuietParts {
  readonly commits: Commits;
  readonly table: AlertTable;
  readonly alerts: Source<readonly Alert[]>;
  readonly events: Events<AlertEvent>;
  readonly status: Source<MonitorStatus>;
  readonly statusChanged: () => void;
  readonly journal: StateJournal;
  readonly deliveries: Deliveries;
  readonly history: AlertHistory;
  readonly membership: MonitorMembership | undefined;
  readonly metrics: DisposableMetrics;
  readonly health: ReturnType<typeof createHealth>;
}

/** @throws FleetError `invalid-request`, whose `issues` name each invalid member of `channels` and `metrics` */
export function createMonitorParts(settings: MonitorSettings, run: MonitorRun): MonitorParts {
  const { clock, random, log, state, channels, group } = settings;
  const commits = new Commits({ onError: (error) => log('error', 'subscriber-failed', { error: String(error) }) });
  const table = createAlertTable((alert) => quiet.ended(alert));
  const events = new Events<AlertEvent>(commits);
  const alerts = createSource(commits, () => table.list);
  let lastStatus: MonitorStatus | undefined;
  let membership: MonitorMembership | undefined;
  const status = createSource(commits, () => (lastStatus ??= readStatus()));

  function readStatus(): MonitorStatus {
    const { statuses } = deliveries;
    const shared = membership && { group: Object.freeze(membership.member.status) };
    return Object.freeze({ phase: run.phase, ...journal.status, channels: statuses, ...shared });
  }

  function statusChanged(): void {
    lastStatus = undefined;
    commits.commit(status.changed);
  }

  const journal = new StateJournal({ state, clock, random, log, onChanged: statusChanged });
  const deliveries = new Deliveries({
    channels,
    clock,
    random,
    log,
    onChanged: statusChanged,
    write: journal.write,
    onDelivered: ({ idempotencyKey }, channel) => history.told(idempotencyKey, channel),
    group: () => membership?.member.deliveries,
    firing: (channel) =>
      table.list.filter((alert) => alert.state === 'firing' && sendsTo(run, alert, channel) && !quiet.isHeld(alert)),
  });
  const history = new AlertHistory({ now: clock.now, write: journal.write, get: table.get });
  events.stream.subscribe((event) => history.add(event));
  const targetChanged = (kind: TargetKind, id: string): void => run.tracker?.targetChanged(kind, id);
  const common = { commits, table, journal, deliveries };
  const { quiet, ...silenced } = createQuietParts({
    ...common,
    settings,
    rules: run.rules,
    member: () => membership?.member,
    lookAt: targetChanged,
  });
  if (group !== undefined)
    membership = createMembership({
      ...common,
      settings: { ...settings, group },
      quiet,
      history,
      silences: silenced.silences,
      events,
      log,
      rules: () => run.rules,
      alertsChanged: alerts.changed,
      statusChanged,
      onTargetChanged: targetChanged,
    });
  const parts = { ...common, alerts, events, history, status, statusChanged, membership, quiet, ...silenced };
  return { ...parts, ...observers(settings, run, parts) };
}

function observers(
  { fleet, kernel, clock, metrics: options }: MonitorSettings,
  run: MonitorRun,
  { table, events, deliveries, journal, membership }: Omit<MonitorParts, 'metrics' | 'health'>,
): Pick<MonitorParts, 'metrics' | 'health'> {
  const evaluatedMs = (): number | undefined => run.tracker?.evaluatedMs;
  const isStorageFailing = (): boolean => journal.status.storage === 'failing';
  const metrics = createMetrics({
    fleet,
    kernel,
    clock,
    rules: () => [...run.rules.values()],
    alerts: () => table.list,
    firingOf: (resource, id) =>
      table.of(resource, id).flatMap(({ alert }) => (alert.state === 'firing' ? [alert] : [])),
    events: events.stream,
    channels: () => deliveries.statuses,
    isStorageFailing,
    evaluatedMs,
    delivers: () => membership?.member.deliveries.delivers() !== false,
    options,
  });
  return { metrics, health: createHealth({ fleet, clock, phase: () => run.phase, evaluatedMs, isStorageFailing }) };
}

function sendsTo({ rules }: MonitorRun, alert: Alert, channel: string): boolean {
  const rule = rules.get(alert.rule);
  return rule !== undefined && (rule.channels === undefined || rule.channels.includes(channel));
}

interface QuietParts {
  readonly quiet: QuietStep;
  readonly silences: Silences;
  readonly silenceList: Source<readonly Silence[]>;
}

interface QuietPartsOptions {
  readonly settings: MonitorSettings;
  readonly rules: ReadonlyMap<string, CheckedRule>;
  readonly commits: Commits;
  readonly table: AlertTable;
  readonly journal: StateJournal;
  readonly deliveries: Deliveries;
  readonly member: () => GroupMember | undefined;
  /** The alerts of a target are to be looked at soon. */
  readonly lookAt: (kind: TargetKind, id: string) => void;
}

function createQuietParts(options: QuietPartsOptions): QuietParts {
  const { settings, rules, commits, table, journal, deliveries, member, lookAt } = options;
  const { clock, log, maintenance } = settings;
  const { write } = journal;
  const silences = new Silences({
    clock,
    log,
    write,
    onChanged() {
      commits.commit(silenceList.changed);
      lookAt('fleet', '');
      quiet.lookAtHeld();
    },
  });
  const silenceList = createSource(commits, () => silences.list);
  const quiet = new QuietStep({
    clock,
    log,
    table,
    silences,
    write,
    lookAt,
    deliver(event, channels) {
      const release = deliveries.enqueue(event, channels);
      commits.afterCommit(() => journal.afterSave(release));
    },
    hasRoom: (channels) => deliveries.hasRoom(channels),
    isKnown: (key) => deliveries.knows(key),
    giveUp: (event) => deliveries.giveUp(event),
    isFiring: (key) => member()?.isFiring(key) ?? table.get(key)?.alert.state === 'firing',
    firedEventOf: (state) =>
      member()?.firedEventOf(state) ?? { idempotencyKey: idempotencyKeyOf(state.alert, state.fingerprint, 'fired') },
  });
  quiet.setRules(rules);
  quiet.setMaintenance(maintenance);
  return { quiet, silences, silenceList };
}
