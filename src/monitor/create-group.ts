import type { Commits } from '../core/store/commits.js';
import type { AlertTable } from './alerts/alert-table.js';
import type { Deliveries } from './channels/deliveries.js';
import { AlertAdopter, createRemoteDecisions, type RemoteDecisions } from './group/adopt-alerts.js';
import { Breaches } from './group/breaches.js';
import { GroupMember } from './group/group-member.js';
import type { MonitorGroup } from './group/monitor-group.js';
import type { QuietStep } from './quiet/quiet-step.js';
import type { Silences } from './quiet/silences.js';
import type { AlertHistory } from './history/alert-history.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import { createEventReporter, type AlertReporterParts } from './report-alerts.js';
import type { CheckedRule } from './rules/checked-rule.js';
import type { TargetKind } from './rules/rule.js';

export interface MonitorMembership extends Pick<RemoteDecisions, 'isHeld'> {
  readonly member: GroupMember;
}

export interface MonitorMembershipOptions extends Omit<AlertReporterParts, 'group' | 'quiet'> {
  readonly settings: MonitorSettings & { readonly group: MonitorGroup };
  readonly commits: Commits;
  readonly deliveries: Deliveries;
  readonly quiet: QuietStep;
  readonly silences: Silences;
  readonly history: AlertHistory;
  readonly table: AlertTable;
  readonly rules: () => ReadonlyMap<string, CheckedRule>;
  readonly alertsChanged: () => void;
  readonly statusChanged: () => void;
  /** Another member has changed the alerts of a target. */
  readonly onTargetChanged: (kind: TargetKind, id: string) => void;
}

export function createMembership(options: MonitorMembershipOptions): MonitorMembership {
  const { settings, table, rules, commits, deliveries, journal, quiet, silences, onTargetChanged } = options;
  const { kernel, clock, random, log, group } = settings;
  const decisions = createRemoteDecisions(clock);
  const { write } = journal;
  const adopter = new AlertAdopter({
    kernel,
    clock,
    table,
    rules,
    decisions,
    write,
    onChanged: onTargetChanged,
  });
  const report = createEventReporter(options);
  const { baseUrl, account } = kernel.options;
  const member = new GroupMember({
    group,
    service: `monitors of ${String(baseUrl)}`,
    account,
    clock,
    log,
    table,
    breaches: new Breaches({ write, now: clock.now(), random }),
    adopter,
    held: () => quiet.held,
    waiting: () => deliveries.waiting(),
    silences: () => silences.shared,
    onSilence: (silence) => silences.merge(silence),
    onEvent({ event, channels, isSent }, isNew) {
      report(event, channels, isNew, isSent === true);
      if (quiet.isHeld(event.alert)) onTargetChanged(event.alert.resource, event.alert.id);
    },
    onBreach: (key, { number, isFiring }) => deliveries.discardBefore(key, number, isFiring ? 'fired' : 'cleared'),
    onFinished(key, channel) {
      quiet.finished(key);
      deliveries.discard(key, channel);
      options.history.told(key, channel);
    },
    commit: (change) =>
      commits.commit(() => {
        change();
        options.alertsChanged();
      }),
    onChanged() {
      deliveries.wake();
      options.statusChanged();
    },
  });
  return { member, isHeld: decisions.isHeld };
}
