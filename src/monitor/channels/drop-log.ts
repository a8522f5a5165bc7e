import type { Clock } from '../../core/shared/clock.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';

export type DropReason = 'refused' | 'expired' | 'queue-full' | 'channel-removed';

/** If 100,000 alerts fire at once, 90,000 events are dropped: a line for each would hide all other lines. */
const COLLECT_MS = 1000;

/** Logs the events that are given up: one line a second for each channel and reason, with their number. */
export class DropLog {
  readonly #clock: Clock;
  readonly #log: MonitorLog;
  /** For each channel and reason: the facts of the first event, the last error, and the number of events. */
  readonly #drops = new Map<string, { readonly facts: object; error: string | undefined; count: number }>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, log: MonitorLog) {
    this.#clock = clock;
    this.#log = log;
  }

  add(channel: string, event: AlertEvent, reason: DropReason, error?: string): void {
    const key = `${channel} ${reason}`;
    const drop = this.#drops.get(key) ?? { facts: { channel, ...factsOf(event), reason }, error, count: 0 };
    this.#drops.set(key, drop);
    drop.count += 1;
    drop.error = error;
    this.#cancel ??= this.#clock.schedule(() => this.flush(), COLLECT_MS);
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const { facts, error, count } of this.#drops.values())
      this.#log('error', 'delivery-dropped', { ...facts, error, count });
    this.#drops.clear();
  }
}

export function factsOf({ kind, alert, idempotencyKey }: AlertEvent): Record<string, unknown> {
  return { event: kind, alert: alert.key, idempotencyKey };
}
