import type { Clock } from '../../core/shared/clock.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';

export type DropReason = 'refused' | 'expired' | 'queue-full' | 'channel-removed';

/** If 100,000 alerts fire at once, 90,000 events are dropped: a line for each would hide all other lines. */
const COLLECT_MS = 1000;

export type DropLog = ReturnType<typeof createDropLog>;

/** Logs the events that are given up: one line a second for each channel and reason, with their number. */
export function createDropLog(clock: Clock, log: MonitorLog) {
  /** For each channel and reason: the facts of the first event, the last error, and the number of events. */
  const drops = new Map<string, { readonly facts: object; error: string | undefined; count: number }>();
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    for (const { facts, error, count } of drops.values()) log('error', 'delivery-dropped', { ...facts, error, count });
    drops.clear();
  }

  return {
    add(channel: string, event: AlertEvent, reason: DropReason, error?: string): void {
      const key = `${channel} ${reason}`;
      const drop = drops.get(key) ?? { facts: { channel, ...factsOf(event), reason }, error, count: 0 };
      drops.set(key, drop);
      drop.count += 1;
      drop.error = error;
      cancel ??= clock.schedule(flush, COLLECT_MS);
    },
    flush,
  };
}

export function factsOf({ kind, alert, idempotencyKey }: AlertEvent): Record<string, unknown> {
  return { event: kind, alert: alert.key, idempotencyKey };
}
