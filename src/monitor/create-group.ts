import { kernelOf } from '../core/fleet/kernel.js';
import type { AlertTable } from './alerts/alert-table.js';
import type { DeliveryGroup } from './channels/deliveries.js';
import { createAlertAdopter } from './group/adopt-alerts.js';
import { createBreaches } from './group/breaches.js';
import { createGroupMember, type GroupMember } from './group/group-member.js';
import type { MonitorGroup } from './group/monitor-group.js';
import { createRemoteDecisions, type RemoteDecisions } from './group/remote-decisions.js';
import type { MonitorSettings } from './parse-monitor-options.js';
import { createEventReporter, type AlertReporterParts } from './report-alerts.js';
import type { CheckedRule } from './rules/checked-rule.js';
import type { TargetKind } from './rules/rule.js';

/** The membership of a monitor in its group. */
export interface MonitorMembership extends GroupMember, Pick<RemoteDecisions, 'isHeld'> {}

export interface MonitorMembershipOptions extends Omit<AlertReporterParts, 'group'> {
  readonly settings: MonitorSettings & { readonly group: MonitorGroup };
  readonly table: AlertTable;
  readonly rules: () => ReadonlyMap<string, CheckedRule>;
  /** Has to be called when `table` has changed. */
  readonly alertsChanged: () => void;
  readonly statusChanged: () => void;
  /** Another member has changed the alerts of a target. */
  readonly onTargetChanged: (kind: TargetKind, id: string) => void;
}

/** Connects a monitor with its group. */
export function createMembership(options: MonitorMembershipOptions): MonitorMembership {
  const { settings, table, rules, commits, deliveries, journal } = options;
  const { fleet, clock, random, log, group } = settings;
  const kernel = kernelOf(fleet, 'createMonitor');
  const decisions = createRemoteDecisions(clock);
  const { write } = journal;
  const adopter = createAlertAdopter({
    kernel,
    clock,
    table,
    rules,
    decisions,
    write,
    onChanged: options.onTargetChanged,
  });
  const report = createEventReporter(options);
  const { baseUrl, account } = kernel.options;
  const member = createGroupMember({
    group,
    service: `monitors of ${String(baseUrl)}`,
    account,
    clock,
    log,
    table,
    breaches: createBreaches({ write, now: clock.now(), random }),
    adopter,
    waiting: () => deliveries.waiting(),
    onEvent: ({ event, channels }, isNew) => report(event, channels, isNew),
    onFinished: (...event) => deliveries.discard(...event),
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
  // `status` is a getter.
  return Object.assign(member, { isHeld: decisions.isHeld });
}

/** The group as the queues see it: they are made before the membership. */
export function deliveryGroupOf(membership: () => GroupMember | undefined): DeliveryGroup {
  return {
    delivers: () => membership()?.deliveries.delivers() === true,
    isFinished: (...event) => membership()?.deliveries.isFinished(...event) === true,
    onFinished: (...event) => membership()?.deliveries.onFinished(...event),
  };
}
