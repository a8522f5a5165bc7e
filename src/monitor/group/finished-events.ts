import type { Clock } from '../../core/shared/clock.js';

/** The events that need no delivery to a channel any more, as far as this member knows. Its memory is bounded. */
export type FinishedEvents = ReturnType<typeof createFinishedEvents>;

/** About 10 MB. Queues hold fewer events. */
const MAX_EVENTS = 50_000;

/** Events in queues are younger: older ones are dropped. */
const MAX_AGE_MS = 48 * 3_600_000;

export function createFinishedEvents(clock: Clock) {
  /** By key, oldest first. The time is monotonic. */
  const finished = new Map<string, { readonly channels: readonly string[]; readonly atMs: number }>();
  const channelsOf = (idempotencyKey: string): readonly string[] => finished.get(idempotencyKey)?.channels ?? [];

  return {
    has: (idempotencyKey: string, channel: string) => channelsOf(idempotencyKey).includes(channel),
    /** The channels that need no delivery of an event any more. */
    channelsOf,
    add(idempotencyKey: string, channel: string) {
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
