import type { Clock } from '../../core/shared/clock.js';
import type { Alert, AlertEvent } from '../alerts/alert.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { TestAlertOptions, TestResult } from './test-channels.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { Channel, ChannelStatus } from './channel.js';
import type { DeliveryLimits } from './delivery-limits.js';

/** The parts that `createDeliveries` needs. */
export interface DeliveriesOptions {
  readonly channels: readonly Channel[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MonitorLog;
  /** To be called when `statuses` changed. */
  readonly onChanged: () => void;
  /**
   * Stores a text under a key that begins with `delivery/`, or deletes the key without a text. All writes of one turn of
   * the event loop become one atomic batch. The journal keeps and repeats writes that fail.
   */
  readonly write: (key: string, text: string | undefined) => void;
  /** Returns the firing alerts whose rules send to a channel, oldest first, for `Channel.repeat`. */
  readonly firing: (channel: string) => readonly Alert[];
  /** Absent in a monitor without a group. */
  readonly group?: DeliveryGroup | undefined;
  /** @default the defaults of DeliveryLimits */
  readonly limits?: Partial<DeliveryLimits> | undefined;
}

/** What the queues of a monitor in a group need to know of the group. */
export interface DeliveryGroup {
  /** Whether this member delivers and repeats. `Deliveries.wake` has to be called when it changes. */
  delivers(): boolean;
  /** Whether a member has delivered or given up an event. */
  isSettled(idempotencyKey: string, channel: string): boolean;
  /** Called when this member has delivered an event, or has given it up while it delivers. */
  onSettled(idempotencyKey: string, channel: string): void;
}

/** An event that waits for delivery, and the channels for which it does. */
export interface WaitingEvent {
  readonly event: AlertEvent;
  readonly channels: readonly string[];
}

/** The queues of all channels. */
export interface Deliveries {
  /**
   * Puts the kept events of an earlier process into the queues. To be called before `start`, in any number of calls. A
   * value that cannot be read is logged.
   *
   * @param values their keys begin with `delivery/`
   */
  restore(values: readonly StoredValue[]): void;
  /** Begins to deliver and to repeat. Before, events wait in the queues. */
  start(): void;
  /**
   * Adds an event to the queues of the named channels, and calls `write` for each before it returns. An unknown name is
   * logged.
   *
   * @param channels `undefined` for all channels
   * @returns a function that lets the event be delivered. The monitor calls it when the event is durable, or when its save
   *   has failed.
   */
  enqueue(event: AlertEvent, channels: readonly string[] | undefined): () => void;
  /** The events that wait for delivery, oldest first. */
  waiting(): Iterable<WaitingEvent>;
  /** Another member has delivered an event, or has given it up: it leaves the queue. */
  settle(idempotencyKey: string, channel: string): void;
  /** To be called when `DeliveryGroup.delivers` may have changed. */
  wake(): void;
  /** As `Monitor.setChannels`, with channels that were checked. */
  setChannels(channels: readonly Channel[]): void;
  /** A new array after each change. */
  readonly statuses: readonly ChannelStatus[];
  /** As `Monitor.testAlert`. */
  test(options?: TestAlertOptions): Promise<readonly TestResult[]>;
  /**
   * Ends the deliveries: none begins, running ones get `ms` milliseconds, then their signals abort. Disposes of the
   * channels. `write` may be called until the promise resolves. It never rejects.
   */
  drain(ms: number): Promise<void>;
}
