import type { StoredValue } from '../persistence/engine.js';
import type { AlertTable } from './alerts/alert-table.js';
import { ALERT_PREFIX, readAlert } from './alerts/alert-texts.js';
import type { Deliveries } from './channels/deliveries.js';
import type { GroupMember } from './group/group-member.js';
import type { MonitorLog } from './log/monitor-log.js';

const DELIVERY_PREFIX = 'delivery/';

export interface RestoreParts {
  readonly table: AlertTable;
  readonly deliveries: Deliveries;
  readonly log: MonitorLog;
  readonly group?: Pick<GroupMember, 'restore'> | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Puts kept alerts and undelivered events in place. A value that cannot be read is logged. */
export function restoreAlerts(
  values: readonly StoredValue[],
  { table, deliveries, log, group, now }: RestoreParts,
): void {
  group?.restore(values);
  deliveries.restore(values.filter(({ key }) => key.startsWith(DELIVERY_PREFIX)));
  for (const { key, text } of values) {
    if (!key.startsWith(ALERT_PREFIX)) continue;
    const state = readAlert(key, text, now);
    if (state !== undefined) table.set(state);
    else log('error', 'alert-unreadable', { key: key.slice(0, 200) });
  }
}
