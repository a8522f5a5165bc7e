import type { Clock } from '../../core/shared/clock.js';
import type { MonitorLog } from '../log/monitor-log.js';
import { factsOf, type QueuedEvent } from './event-lanes.js';

/** Why an event was given up. */
export type DropReason = 'refused' | 'expired' | 'queue-full' | 'channel-removed';

/** Logs the events of one channel that are given up, at most two lines a second for each reason. */
export interface DropLog {
  add(dropped: Pick<QueuedEvent, 'event'>, reason: DropReason, error: string | undefined): void;
  /** Logs the counts of the current second, and cancels all timers. */
  flush(): void;
}

/** 100,000 alerts at once give up 90,000 events: so many lines would hide all others. */
const SUMMARY_MS = 1000;

/** The drops of one reason that the next summary counts. */
interface Summary {
  count: number;
  error: string | undefined;
  cancel: () => void;
}

/** @param channel the name of the channel */
export function createDropLog(clock: Clock, log: MonitorLog, channel: string): DropLog {
  const summaries = new Map<DropReason, Summary>();

  function begin(reason: DropReason): void {
    const cancel = clock.schedule(() => end(reason), SUMMARY_MS);
    summaries.set(reason, { count: 0, error: undefined, cancel });
  }

  function write(reason: DropReason, { count, error }: Summary): void {
    if (count > 0) log('error', 'delivery-dropped', { channel, reason, error, count });
  }

  function end(reason: DropReason): void {
    const summary = summaries.get(reason);
    summaries.delete(reason);
    if (summary === undefined || summary.count === 0) return;
    write(reason, summary);
    begin(reason);
  }

  return {
    add(dropped, reason, error) {
      const summary = summaries.get(reason);
      if (summary === undefined) {
        log('error', 'delivery-dropped', { channel, ...factsOf(dropped), reason, error });
        return begin(reason);
      }
      summary.count += 1;
      summary.error = error;
    },
    flush() {
      for (const [reason, summary] of summaries) {
        summary.cancel();
        write(reason, summary);
      }
      summaries.clear();
    },
  };
}
