import type { Clock } from '../../core/shared/clock.js';

/** The events that need no delivery to a channel any more, as far as this member knows. Its memory is bounded. */
export interface FinishedEvents {
  has(idempotencyKey: string, channel: string): boolean;
  /** The channels that need no delivery of an event any more. */
  channelsOf(idempotencyKey: string): readonly string[];
  add(idempotencyKey: string, channel: string): void;
}

/** About 10 MB. Queues hold fewer events. */
const MAX_EVENTS = 50_000;

/** Events in queues are younger: older ones are dropped. */
const MAX_AGE_MS = 48 * 3_600_000;

export function createFinishedEvents(clock: Clock): FinishedEvents {
  /** By key, oldest first. The time is monotonic. */
  const finished = new Map<string, { readonly channels: readonly string[]; readonly atMs: number }>();
  const channelsOf = (idempotencyKey: string): readonly string[] => finished.get(idempotencyKey)?.channels ?? [];

  return {
    has: (idempotencyKey, channel) => channelsOf(idempotencyKey).includes(channel),
    channelsOf,
    add(idempotencyKey, channel) {
      const channels = channelsOf(idempotencyKey);
      if (channels.includes(channel)) return;
      const nowMs = clock.monotonic();
      finished.delete(idempotencyKey);
      finished.set(idempotencyKey, { channels: [...channels, channel], atMs: nowMs });
      for (const [key, { atMs }] of finished) {
        if (finished.size <= MAX_EVENTS && nowMs - atMs < MAX_AGE_MS) return;
        finished.delete(key);
      }
    },
  };
}
