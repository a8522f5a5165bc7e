import { distinctUntilChanged, map, skip, type Observable } from 'rxjs';
import type { PollingStatus } from '../polling/polling-status.js';
import type { Clock } from '../shared/clock.js';
import type { Activity } from './activity.js';

/** Says when polling stops, for another reason, or goes on. */
export function pollingActivity(status: Observable<PollingStatus>, clock: Clock): Observable<Activity> {
  return status.pipe(
    distinctUntilChanged((a, b) => a.state === b.state && a.reason?.message === b.reason?.message),
    // How it is now is no news.
    skip(1),
    map(({ state, reason, until }) => ({
      kind: 'polling',
      at: clock.now(),
      state,
      ...(reason && { reason }),
      ...(until !== undefined && { until }),
    })),
  );
}
