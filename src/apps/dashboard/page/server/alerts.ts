import type { Readable } from '../../../../bindings/react/index.js';
import { totalOf, type AlertCounts, type ShownAlerts } from '../../../../format/shown-alerts.js';
import { createWritable } from '../shell/writable.js';
import { follow } from './follow.js';

/** The alerts of the monitor, as the dashboard's server read them. */
export interface PageAlerts extends Partial<ShownAlerts> {
  readonly status: 'loading' | 'none' | 'listed' | 'unreachable';
  /** Why the monitor cannot be read. The alerts are then those of an earlier answer, or absent. */
  readonly problem?: string;
  /** The counts of all alerts. Of a long list, `alerts` has only the beginning. */
  readonly counts?: AlertCounts;
}

/** A longer list takes the monitor some time, so it is read less often. Without a monitor, a restart of the command may add one. */
const LONG_LIST = 1000;

export function followAlerts(): { readonly alerts: Readable<PageAlerts>; stop(): void } {
  const alerts = createWritable<PageAlerts>({ status: 'loading' });
  const note = (now: PageAlerts): void => alerts.set({ ...(now.status === 'unreachable' && alerts.value), ...now });
  const { stop } = follow({
    path: () => 'alerts',
    take: (answer) => note(answer as PageAlerts),
    // Without a monitor there is nothing to read.
    fail(status) {
      const problem = `the server of this page ${status === undefined ? 'does not answer' : `refused with status ${status}`}`;
      if (alerts.value.status !== 'none') note({ status: 'unreachable', problem });
    },
    intervalMs() {
      const { status, counts } = alerts.value;
      return status === 'none' || (counts && totalOf(counts) > LONG_LIST) ? 15_000 : 5000;
    },
  });
  return { alerts, stop };
}
