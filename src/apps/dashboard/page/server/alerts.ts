import type { Readable } from '../../../../bindings/react/index.js';
import type { AlertCounts, ShownAlerts } from '../../../../format/shown-alerts.js';
import { createWritable } from '../shell/writable.js';
import { follow } from './follow.js';

/** The alerts of the monitor, as the dashboard's server read them. */
export interface PageAlerts extends Partial<ShownAlerts> {
  readonly status: 'loading' | 'none' | 'listed' | 'unreachable';
  /** Why the monitor cannot be read. Then the alerts come from an earlier answer, or are absent. */
  readonly problem?: string;
  /** The counts of all alerts. Of a long list, `alerts` has only the beginning. */
  readonly counts?: AlertCounts;
}

export function followAlerts(): { readonly alerts: Readable<PageAlerts>; stop(): void } {
  const alerts = createWritable<PageAlerts>({ status: 'loading' });
  const update = (now: PageAlerts): void => alerts.set({ ...(now.status === 'unreachable' && alerts.value), ...now });
  const { stop } = follow({
    path: () => 'alerts',
    take: (answer) => update(answer as PageAlerts),
    fail(status) {
      const problem = `the server of this page ${status === undefined ? 'does not answer' : `refused with status ${status}`}`;
      if (alerts.value.status !== 'none') update({ status: 'unreachable', problem });
    },
    // Also without a monitor: a restart of the command may add one.
    intervalMs: () => 5000,
  });
  return { alerts, stop };
}
