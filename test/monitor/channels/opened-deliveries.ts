import type { AlertEvent } from '../../../src/monitor/alerts/alert.js';
import type { Channel } from '../../../src/monitor/channels/channel.js';
import type { Deliveries, DeliveriesOptions } from '../../../src/monitor/channels/deliveries.js';
import { createManualClock, type ManualClock } from '../../support/manual-clock.js';
import { createDeliveries } from './sample-events.js';

/** Deliveries on a manual clock, which keep their events in a map, and what they log. */
interface OpenedDeliveries {
  readonly clock: ManualClock;
  readonly kept: Map<string, string>;
  readonly logged: { level: string; event: string; facts: Record<string, unknown> }[];
  readonly deliveries: Deliveries;
  /** Enqueues an event and releases it at once. */
  send(event: AlertEvent, channels?: readonly string[]): void;
  status(channel?: string): Deliveries['statuses'][number] | undefined;
}

/** @param kept the events that an earlier process has kept */
export function openDeliveries(
  channels: readonly Channel[],
  options: Partial<DeliveriesOptions> = {},
  kept = new Map<string, string>(),
): OpenedDeliveries {
  const clock = createManualClock();
  const logged: OpenedDeliveries['logged'] = [];
  const deliveries = createDeliveries(channels, {
    clock,
    log: (level, event, facts) => void logged.push({ level, event, facts: { ...facts } }),
    write: (key, text) => void (text === undefined ? kept.delete(key) : kept.set(key, text)),
    ...options,
  });
  deliveries.restore([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, text]) => ({ key, text })));
  deliveries.start();
  return {
    clock,
    kept,
    logged,
    deliveries,
    send: (event, names) => deliveries.enqueue(event, names)(),
    status: (channel = channels[0]?.name) => deliveries.statuses.find(({ name }) => name === channel),
  };
}
