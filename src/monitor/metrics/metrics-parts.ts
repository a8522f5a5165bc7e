import type { Observable } from 'rxjs';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { ChannelStatus } from '../channels/channel.js';
import type { Rule } from '../rules/rule.js';
import type { MetricsOptions } from './metrics.js';

/** The parts of a monitor that its metrics read. Each function is called at each scrape. */
export interface MetricsParts {
  readonly fleet: Fleet;
  readonly clock: Clock;
  readonly rules: () => readonly Rule[];
  /** Pending and firing alerts. */
  readonly alerts: () => readonly Alert[];
  readonly events: Observable<AlertEvent>;
  readonly channels: () => readonly ChannelStatus[];
  /** Whether the last save of alerts and events failed. */
  readonly isStorageFailing: () => boolean;
  /** When the rules were last evaluated, by the clock's monotonic time; `undefined` before the first evaluation. */
  readonly evaluatedMs: () => number | undefined;
  /**
   * Whether this monitor delivers. One monitor of a group does, and exports what all of them know, so that sums over all
   * monitors count it once.
   */
  readonly delivers: () => boolean;
  readonly options?: MetricsOptions | undefined;
}
