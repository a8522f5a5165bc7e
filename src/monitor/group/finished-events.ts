import type { Clock } from '../../core/shared/clock.js';

/** About 10 MB. Queues hold fewer events. */
const MAX_EVENTS = 50_000;

/** Events in queues are younger: older ones are dropped. */
const MAX_AGE_MS = 48 * 3_600_000;

/** The events that need no delivery to a channel any more, as far as this member knows. Its memory is bounded. */
export class FinishedEvents {
  readonly #clock: Clock;
  /** By key, oldest first. The time is monotonic. */
  readonly #finished = new Map<string, { readonly channels: readonly string[]; readonly atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The channels that need no delivery of an event any more. */
  channelsOf(idempotencyKey: string): readonly string[] {
    return this.#finished.get(idempotencyKey)?.channels ?? [];
  }

  add(idempotencyKey: string, channel: string): void {
    const channels = this.channelsOf(idempotencyKey);
    if (channels.includes(channel)) return;
    const nowMs = this.#clock.monotonic();
    this.#finished.delete(idempotencyKey);
    this.#finished.set(idempotencyKey, { channels: [...channels, channel], atMs: nowMs });
    for (const [key, { atMs }] of this.#finished) {
      if (this.#finished.size <= MAX_EVENTS && nowMs - atMs < MAX_AGE_MS) return;
      this.#finished.delete(key);
    }
  }
}
