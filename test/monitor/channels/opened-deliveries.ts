import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import type { Channel } from '../../../src/monitor/channels/channel.js';
import type { Deliveries, DeliveriesOptions } from '../../../src/monitor/channels/deliveries.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createDeliveries } from './sample-events.js';

/**
 * Deliveries on a manual clock, which keep their events in a map, and what they log.
 *
 * @param kept the events that an earlier process has kept
 */
export function openDeliveries(
  channels: readonly Channel[],
  options: Partial<DeliveriesOptions> = {},
  kept = new Map<string, string>(),
) {
  const clock = createManualClock();
  const logged: { readonly level: string; readonly event: string; readonly facts: Record<string, unknown> }[] = [];
  const deliveries = createDeliveries(channels, {
    clock,
    log: (level, event, facts) => void logged.push({ level, event, facts: { ...facts } }),
    write: (key, text) => void (text === undefined ? kept.delete(key) : kept.set(key, text)),
    ...options,
  });
  for (const [key, text] of [...kept].toSorted(([a], [b]) => (a < b ? -1 : 1))) deliveries.restore({ key, text });
  deliveries.start();
  /** Enqueues an event and releases it at once. */
  const send = (event: AlertEvent, names?: readonly string[]): void => deliveries.enqueue(event, names)();
  return {
    clock,
    kept,
    logged,
    deliveries,
    send,
    sendAndWait(ms: number, ...event: Parameters<typeof send>): Promise<void> {
      send(...event);
      return clock.advance(ms);
    },
    status: (channel = channels[0]?.name): Deliveries['statuses'][number] | undefined =>
      deliveries.statuses.find(({ name }) => name === channel),
  };
}
