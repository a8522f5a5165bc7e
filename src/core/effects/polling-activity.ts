import { Observable } from 'rxjs';
import type { PollingCondition, PollingStatus } from '../polling/polling-status.js';
import type { Clock } from '../shared/clock.js';
import type { Activity } from './activity.js';

/**
 * Emits when polling stops, when the reason changes, and when polling resumes. RxJS's operators would add 450 bytes to
 * the bundle.
 */
export function pollingActivity(status: Observable<PollingStatus>, clock: Clock): Observable<Activity> {
  return new Observable((subscriber) => {
    let before: PollingStatus | undefined;
    return status.subscribe({
      next(now) {
        // The first status is not a change.
        const isNews = before !== undefined && !isSame(before, now);
        before = now;
        if (!isNews) return;
        subscriber.next({ kind: 'polling', at: clock.now(), ...conditionOf(now) });
      },
      error: (error: unknown) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
  });
}

function conditionOf(status: PollingStatus): PollingCondition {
  const { breaker: _1, known: _2, due: _3, inFlight: _4, requestsLastMinute: _5, nextDueAt: _6, ...condition } = status;
  return condition;
}

function isSame(a: PollingStatus, b: PollingStatus): boolean {
  return a.state === b.state && a.reason?.message === b.reason?.message;
}
