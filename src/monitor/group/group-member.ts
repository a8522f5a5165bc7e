import type { Clock } from '../../core/shared/clock.js';
import { createConnection, type Connection } from '../../sharing/connection.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { AlertChange } from '../alerts/alert-steps.js';
import type { AlertTable } from '../alerts/alert-table.js';
import type { DeliveryGroup, WaitingEvent } from '../channels/deliveries.js';
import type { MonitorLog } from '../log/monitor-log.js';
import { groupKeyOf } from './breaches.js';
import { createGroupReceiver, type GroupReceiverOptions } from './group-receiver.js';
import { createGroupSender } from './group-sender.js';
import type { MonitorGroup, MonitorGroupStatus } from './monitor-group.js';
import { createFinishedEvents } from './finished-events.js';

/**
 * A monitor in a group of monitors.
 *
 * 1. Each member evaluates all rules. The number of the breach, and thereby the key of an event, is the same on each.
 * 2. Each event is in the queues of all members until one has delivered it. The owner of the key `deliver` delivers.
 * 3. A member that becomes the owner delivers the events in its queues. Without a connection for 30 s, each member does.
 */
export interface GroupMember {
  /** Puts kept breaches in place. */
  restore(values: readonly StoredValue[]): void;
  /** Joins the group. @returns a promise that resolves when the state of the others is known, or cannot be known soon */
  join(): Promise<void>;
  /** Gives the event of an alert that changed here its number, and shares both. */
  raise(change: AlertChange, event: AlertEvent): RaisedEvent;
  readonly deliveries: DeliveryGroup;
  readonly status: MonitorGroupStatus;
  dispose(): Promise<void>;
}

export interface RaisedEvent {
  readonly event: AlertEvent;
  /** Whether no other member has raised it before. */
  readonly isNew: boolean;
}

export interface GroupMemberOptions extends Omit<GroupReceiverOptions, 'finished' | 'sender' | 'onSynced'> {
  readonly group: MonitorGroup;
  /** Differs from that of the fleets, whose messages are others. */
  readonly service: string;
  readonly account: string | undefined;
  readonly clock: Clock;
  readonly log: MonitorLog;
  readonly table: AlertTable;
  readonly waiting: () => Iterable<WaitingEvent>;
  /** Called when `status` has changed. */
  readonly onChanged: () => void;
}

const DELIVER = 'deliver';
const TICK_MS = 5000;

/** The evaluation waits at most this long for the state of the others. */
const SYNC_MS = 5000;

export function createGroupMember(options: GroupMemberOptions): GroupMember {
  const { group, service, account, clock, log, table, breaches, adopter, commit } = options;
  const finished = createFinishedEvents(clock);
  let connection: Connection | undefined;
  let last: MonitorGroupStatus = { state: 'joining', delivers: false, members: 1 };
  let cancelTick = (): void => {};
  let endSync = (): void => {};
  const synced = new Promise<void>((resolve) => (endSync = resolve));

  const sender = createGroupSender({
    send: (message, to) => connection?.send(message, to),
    breaches,
    table,
    waiting: options.waiting,
    now: clock.now,
  });

  const receive = createGroupReceiver({ ...options, finished, sender, onSynced: () => endSync() });

  function changed(): void {
    if (connection === undefined) return;
    const before = last;
    const { state, members, message } = connection.status;
    last = { state, delivers: connection.owns(DELIVER), members, ...(message !== undefined && { message }) };
    if (state === 'sharing' && before.state !== 'sharing') {
      sender.all();
      sender.ask();
    }
    // The status `joining` with a message tells that the group cannot be reached.
    if (state === 'sharing' ? members === 1 : state !== 'joining' || message !== undefined) endSync();
    if (JSON.stringify(last) === JSON.stringify(before)) return;
    logChange(before);
    options.onChanged();
  }

  function logChange(before: MonitorGroupStatus): void {
    const { state, delivers, members, message } = last;
    const isNews = message !== undefined && message !== before.message;
    if (state !== before.state || members !== before.members || isNews)
      if (state === 'sharing') log('info', 'group-joined', { members, delivers });
      else log('warn', 'group-unreachable', { state, delivers, message });
    if (delivers === before.delivers) return;
    if (delivers) log('info', 'delivery-begun', { state });
    else log('info', 'delivery-ended', { state });
  }

  function tick(): void {
    cancelTick = clock.schedule(tick, TICK_MS);
    if (connection === undefined) return;
    changed();
    if (!last.delivers) sender.someEvents();
    if (last.state === 'sharing') commit(() => adopter.retry(connection?.members ?? new Set()));
  }

  return {
    restore: breaches.restore,
    async join() {
      // An alert that was kept by a monitor without a group begins the numbers of its key.
      for (const { alert } of table.values())
        if (alert.state === 'firing' && breaches.get(alert.key)?.isFiring !== true)
          breaches.advance(alert.key, breaches.firing(alert.key));
      connection = createConnection({
        engine: group,
        group: { service, account, rate: { perSecond: 1, burst: 1 }, clock },
        onMessage: receive,
        onChanged: changed,
      });
      cancelTick = clock.schedule(tick, TICK_MS);
      const cancelSync = clock.schedule(endSync, SYNC_MS);
      await synced;
      cancelSync();
    },
    raise({ key, fingerprint = '', channels }, event) {
      const isFiring = event.kind === 'fired';
      const { number } = breaches.firing(key);
      const isNew = breaches.advance(key, { number, isFiring });
      const numbered = Object.freeze({
        ...event,
        breach: number,
        idempotencyKey: groupKeyOf(breaches.series, fingerprint, event, number),
      });
      sender.changed(key, { number, isFiring }, { event: numbered, channels });
      return { event: numbered, isNew };
    },
    deliveries: {
      delivers: () => connection?.owns(DELIVER) === true,
      isFinished: finished.has,
      onFinished(idempotencyKey, channel) {
        finished.add(idempotencyKey, channel);
        sender.finished([[idempotencyKey, channel]]);
      },
    },
    get status() {
      return last;
    },
    async dispose() {
      endSync();
      cancelTick();
      await connection?.dispose();
    },
  };
}
