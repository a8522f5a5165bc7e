import type { Clock } from '../../core/shared/clock.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';

export type DropReason = 'refused' | 'expired' | 'queue-full' | 'channel-removed';

/** 100,000 alerts at once give up 90,000 events: so many lines would hide all others. */
const COLLECT_MS = 1000;

/** Logs the events of one channel that are given up: one line a second for each reason, with their number. */
export class DropLog {
  readonly #clock: Clock;
  readonly #write: (facts: Readonly<Record<string, unknown>>) => void;
  /** The first event of each reason, the last error, and their number. */
  readonly #drops = new Map<DropReason, { readonly event: AlertEvent; error: string | undefined; count: number }>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, log: MonitorLog, channel: string) {
    this.#clock = clock;
    this.#write = (facts) => log('error', 'delivery-dropped', { channel, ...facts });
  }

  add(event: AlertEvent, reason: DropReason, error: string | undefined): void {
    const drop = this.#drops.get(reason) ?? { event, error, count: 0 };
    this.#drops.set(reason, drop);
    drop.count += 1;
    drop.error = error;
    this.#cancel ??= this.#clock.schedule(() => this.flush(), COLLECT_MS);
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const [reason, { event, error, count }] of this.#drops)
      this.#write({ ...factsOf(event), reason, error, count });
    this.#drops.clear();
  }
}

export function factsOf({ kind, alert, idempotencyKey }: AlertEvent): Record<string, unknown> {
  return { event: kind, alert: alert.key, idempotencyKey };
}
