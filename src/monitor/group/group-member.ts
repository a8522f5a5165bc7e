import type { Clock } from '../../core/shared/clock.js';
import { createConnection, type Connection } from '../../sharing/connection.js';
import type { StoredValue } from '../../persistence/engine.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { AlertChange } from '../alerts/alert-steps.js';
import type { AlertTable } from '../alerts/alert-table.js';
import type { AlertState } from '../alerts/step-alert.js';
import type { DeliveryGroup, WaitingEvent } from '../channels/deliveries.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { SharedSilence } from '../quiet/silences.js';
import { groupKeyOf } from './breaches.js';
import {
  createFinishedEvents,
  createGroupReceiver,
  type FinishedEvents,
  type GroupReceiverOptions,
} from './group-receiver.js';
import { createGroupSender, type GroupSender } from './group-sender.js';
import type { MonitorGroup, MonitorGroupStatus } from './monitor-group.js';

export interface RaisedEvent {
  readonly event: AlertEvent;
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
  readonly held: () => Iterable<WaitingEvent>;
  readonly waiting: () => Iterable<WaitingEvent>;
  readonly silences: () => readonly SharedSilence[];
  readonly onChanged: () => void;
}

const DELIVER = 'deliver';
const TICK_MS = 5000;

/** The evaluation, and the deliveries after each new connection, wait at most this long for the state of the others. */
const SYNC_MS = 5000;

/**
 * A monitor in a group of monitors.
 *
 * 1. Each member evaluates all rules. The number of the breach, and thereby the key of an event, is the same on each.
 * 2. Each event is in the queues of all members until one has delivered it. The owner of the key `deliver` delivers.
 * 3. A member that becomes the owner delivers the events in its queues. Without a connection for 30 s, each member does.
 */
export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #finished: FinishedEvents;
  readonly #sender: GroupSender;
  readonly #receive: (value: unknown, from: string, ageMs: number) => void;
  /** Present while this member waits for the state of the others. */
  #endSync: (() => void) | undefined;
  #connection: Connection | undefined;
  #status: MonitorGroupStatus = { state: 'joining', delivers: false, members: 1 };
  #cancelTick = (): void => {};

  constructor(options: GroupMemberOptions) {
    const { clock } = options;
    this.#options = options;
    this.#finished = createFinishedEvents(clock);
    this.#sender = createGroupSender({
      ...options,
      send: (message, to) => this.#connection?.send(message, to),
    });
    this.#receive = createGroupReceiver({
      ...options,
      finished: this.#finished,
      sender: this.#sender,
      onSynced: () => this.#synced(),
    });
  }

  get status(): MonitorGroupStatus {
    return this.#status;
  }

  /** The facts about the group that the queues need. */
  readonly deliveries: DeliveryGroup = {
    // The others may have delivered what waits here.
    delivers: () => this.#connection?.owns(DELIVER) === true && this.#endSync === undefined,
    isFinished: (...event) => this.#finished.has(...event),
    onFinished: (...event) => {
      this.#finished.add(...event);
      this.#sender.finished([event]);
    },
    onGivenUp: (...event) => {
      if (this.deliveries.delivers()) this.#finished.add(...event);
    },
  };

  /** Puts kept breaches in place. */
  restore(values: readonly StoredValue[]): void {
    this.#options.breaches.restore(values);
  }

  /** Joins the group. @returns a promise that resolves when the state of the others is known, or after 5 s */
  async join(): Promise<void> {
    const { group, service, account, clock, table, breaches } = this.#options;
    // An alert that was kept by a monitor without a group begins the numbers of its key.
    for (const { alert } of table.values())
      if (alert.state === 'firing' && breaches.get(alert.key)?.isFiring !== true)
        breaches.advance(alert.key, breaches.firing(alert.key));
    const synced = this.#sync();
    this.#connection = createConnection({
      engine: group,
      group: { service, account, rate: { perSecond: 1, burst: 1 }, clock },
      onMessage: this.#receive,
      onChanged: () => this.#changed(),
    });
    this.#cancelTick = clock.schedule(() => this.#tick(), TICK_MS);
    await synced;
  }

  /** Gives the event of an alert that changed here its number, and shares both. */
  raise({ key, fingerprint = '', channels }: AlertChange, event: AlertEvent): RaisedEvent {
    const { breaches } = this.#options;
    const isFiring = event.kind === 'fired';
    const { number } = breaches.firing(key);
    const isNew = breaches.advance(key, { number, isFiring });
    const idempotencyKey = groupKeyOf(breaches.series, fingerprint, event, number);
    const numbered = Object.freeze({ ...event, breach: number, idempotencyKey });
    this.#sender.changed(key, { number, isFiring }, { event: numbered, channels });
    return { event: numbered, isNew };
  }

  /** Shares a silence, or its end. */
  shareSilence(silence: SharedSilence): void {
    this.#sender.silence(silence);
  }

  isFiring(key: string): boolean {
    return this.#options.breaches.get(key)?.isFiring === true;
  }

  /** The key of the event with which a firing alert has fired. */
  firedEventOf({ alert, fingerprint }: AlertState): Pick<AlertEvent, 'idempotencyKey' | 'breach'> {
    const { breaches } = this.#options;
    const { number } = breaches.firing(alert.key);
    const idempotencyKey = groupKeyOf(breaches.series, fingerprint, { alert, kind: 'fired' }, number);
    return { idempotencyKey, breach: number };
  }

  async dispose(): Promise<void> {
    this.#endSync?.();
    this.#cancelTick();
    await this.#connection?.dispose();
  }

  /** @returns a promise that resolves when the state of the others is known, or after 5 s */
  #sync(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.schedule(() => this.#synced(), SYNC_MS);
      this.#endSync = () => {
        this.#endSync = undefined;
        cancel();
        resolve();
      };
    });
  }

  #synced(): void {
    this.#endSync?.();
    this.#changed();
  }

  #changed(): void {
    if (this.#connection === undefined) return;
    const before = this.#status;
    const { state, members, message } = this.#connection.status;
    if (state === 'sharing' && before.state !== 'sharing') {
      if (this.#endSync === undefined) void this.#sync();
      this.#sender.all();
      this.#sender.ask();
    }
    // The status `joining` with a message tells that the group cannot be reached.
    if (state === 'sharing' ? members === 1 : state !== 'joining' || message !== undefined) this.#endSync?.();
    const delivers = this.deliveries.delivers();
    this.#status = { state, delivers, members, ...(message !== undefined && { message }) };
    if (JSON.stringify(this.#status) === JSON.stringify(before)) return;
    this.#logChange(before);
    this.#options.onChanged();
  }

  #logChange(before: MonitorGroupStatus): void {
    const { log } = this.#options;
    const { state, delivers, members, message } = this.#status;
    const isNews = message !== undefined && message !== before.message;
    if (state !== before.state || members !== before.members || isNews)
      if (state === 'sharing') log('info', 'group-joined', { members, delivers });
      else log('warn', 'group-unreachable', { state, delivers, message });
    if (delivers === before.delivers) return;
    if (delivers) log('info', 'delivery-begun', { state });
    else log('info', 'delivery-ended', { state });
  }

  #tick(): void {
    const { clock, adopter, commit } = this.#options;
    this.#cancelTick = clock.schedule(() => this.#tick(), TICK_MS);
    if (this.#connection === undefined) return;
    this.#changed();
    if (!this.#status.delivers) this.#sender.someEvents();
    this.#sender.nextSilence();
    if (this.#status.state === 'sharing') commit(() => adopter.retry(this.#connection?.members ?? new Set()));
  }
}
