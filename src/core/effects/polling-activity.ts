import { Observable } from 'rxjs';
import type { PollingCondition, PollingStatus } from '../polling/polling-status.js';
import type { Clock } from '../shared/clock.js';
import type { Activity } from './activity.js';

/** Says when polling stops, for another reason, or goes on. RxJS's operators for it are 450 bytes of every page. */
export function pollingActivity(status: Observable<PollingStatus>, clock: Clock): Observable<Activity> {
  return new Observable((subscriber) => {
    let before: PollingStatus | undefined;
    return status.subscribe({
      next(now) {
        // How it is at first is no news.
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
