import type { Clock } from '../../core/shared/clock.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { ChannelStatus } from './channel.js';
import type { DeliveryLimits } from './delivery-limits.js';
import type { KeptEvent } from './kept-event.js';
import type { CheckedChannel } from './read-channels.js';

export interface ChannelQueueParts {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly limits: DeliveryLimits;
  readonly onChanged: () => void;
  /** Called with an event that was delivered or dropped. */
  readonly onSettled: (settled: Pick<KeptEvent, 'key' | 'event'>, channel: string) => void;
  /** Whether this monitor delivers and repeats. */
  readonly delivers: () => boolean;
  readonly firing: (channel: string) => readonly Alert[];
}

/** The events that wait for one channel, and their delivery. */
export interface ChannelQueue {
  readonly channel: CheckedChannel;
  /** Adds an event. @returns a function that lets it be delivered */
  add(kept: KeptEvent): () => void;
  /** Drops an event that another monitor has delivered. @returns its key in the state */
  settle(idempotencyKey: string): string | undefined;
  has(idempotencyKey: string): boolean;
  /** The events that wait, oldest first. */
  events(): Iterable<AlertEvent>;
  /** To be called when `ChannelQueueParts.delivers` may have changed. */
  wake(): void;
  /** Begins to deliver and to repeat. */
  start(): void;
  /** Sends to another channel of the same name. Running attempts abort and begin again. */
  replace(channel: CheckedChannel): void;
  readonly status: ChannelStatus;
  /** Begins no further attempt. @returns a promise that resolves when the running attempts have ended */
  stop(): Promise<void>;
  /** Aborts the running attempts. */
  abort(): void;
  /** Ends the queue and drops its events. */
  remove(): void;
}
