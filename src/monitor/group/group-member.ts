import { createConnection, type Connection } from '../../sharing/connection.js';
import type { AlertEvent } from '../alerts/alert.js';
import type { RaisedEvent } from '../alerts/alert-steps.js';
import { endAlert, type AlertState } from '../alerts/step-alert.js';
import type { DeliveryGroup } from '../channels/channel-queue.js';
import type { AlertHistory } from '../history/alert-history.js';
import type { MonitorLog } from '../log/monitor-log.js';
import type { QuietStep } from '../quiet/quiet-step.js';
import { fingerprintOf } from '../rules/checked-rule.js';
import { AlertAdopter, type AlertAdopterOptions } from './adopt-alerts.js';
import { Breaches, type Breach } from './breaches.js';
import { readGroupMessage, type NumberedEvent, type SharedBreach, type SharedEvent } from './group-messages.js';
import { GroupSender, type GroupSenderOptions } from './group-sender.js';
import type { MonitorGroup, MonitorGroupStatus } from './monitor-group.js';

export interface GroupMemberOptions extends GroupSenderOptions, AlertAdopterOptions {
  readonly group: MonitorGroup;
  readonly random: () => number;
  readonly log: MonitorLog;
  readonly history: AlertHistory;
  readonly write: (key: string, text: string | undefined) => void;
  readonly report: QuietStep['pass'];
  /** Runs a task that changes alerts, and notifies their subscribers afterwards. */
  readonly commit: (change: () => void) => void;
  readonly onChanged: () => void;
}

const DELIVER = 'deliver';
const TICK_MS = 5000;

/** The evaluation, and the deliveries after each new connection, wait at most this long for the state of the others. */
const SYNC_MS = 5000;

/**
 * 1. Each member evaluates all rules. The number of the breach, and thereby the key of an event, is the same on each.
 * 2. Each event is in the queues of all members until one has delivered it. The owner of the key `deliver` delivers.
 * 3. A member that becomes the owner delivers the events in its queues. After 30 s without a connection, each
 *    member delivers.
 */
export class GroupMember {
  readonly breaches: Breaches;
  readonly adopter: AlertAdopter;
  readonly sender: GroupSender;
  readonly #options: GroupMemberOptions;
  readonly #finished = new FinishedEvents();
  /** Present while this member waits for the state of the others. */
  #endSync: (() => void) | undefined;
  #connection: Connection | undefined;
  #status: MonitorGroupStatus = { state: 'joining', delivers: false, members: 1 };
  #cancelTick = (): void => {};

  constructor(options: GroupMemberOptions) {
    const { clock, write, random } = options;
    this.#options = options;
    this.breaches = new Breaches(write, clock.now(), random);
    this.adopter = new AlertAdopter(options);
    this.sender = new GroupSender(options, this.breaches, (message, to) => this.#connection?.send(message, to));
  }

  get status(): MonitorGroupStatus {
    return this.#status;
  }

  readonly deliveries: DeliveryGroup = {
    // Until the sync ends, the others may have delivered events that wait here.
    delivers: () => this.#connection?.owns(DELIVER) === true && this.#endSync === undefined,
    isFinished: (key, channel) => this.#finished.channelsOf(key).includes(channel),
    onFinished: (...event) => {
      this.#finished.add(...event);
      this.sender.send({ kind: 'finished', finished: [event] });
    },
    onPartial: (...event) => this.sender.send({ kind: 'finished', finished: [event] }),
    onGivenUp: (...event) => {
      if (this.deliveries.delivers()) this.#finished.add(...event);
    },
  };

  /** Joins the group. @returns a promise that resolves when the state of the others is known, or after 5 s */
  async join(): Promise<void> {
    const { group, kernel, table, deliveries, history } = this.#options;
    const { baseUrl, account } = kernel.options;
    // This clock counts sleep, during which this member may miss messages and lose what it owns.
    const clock = kernel.clocks.corrected;
    const waiting = new Map(
      Array.from(deliveries.waiting(), ({ event, channels }) => [event.idempotencyKey, channels]),
    );
    // An event that only some recipients have is in the history, and still waits.
    for (const [key, channel] of history.deliveredEvents())
      if (waiting.get(key)?.includes(channel) !== true) this.#finished.add(key, channel);
    // An alert that was kept by a monitor without a group gets a number.
    for (const { alert } of table.values())
      if (alert.state === 'firing') this.breaches.advance(alert.key, this.breaches.firing(alert.key));
    const synced = this.#sync();
    this.#connection = createConnection({
      engine: group,
      // Not the service of the fleets: a monitor must not get their messages.
      group: { service: `monitors of ${String(baseUrl)}`, account, rate: { perSecond: 1, burst: 1 }, clock },
      onMessage: (value, from, ageMs) => this.#receive(value, from, ageMs),
      onChanged: () => this.#changed(),
    });
    this.#cancelTick = clock.schedule(() => this.#tick(), TICK_MS);
    await synced;
  }

  /** Numbers the event of an alert that changed here, and sends both to the group. */
  raise({ event, channels, fingerprint }: RaisedEvent): { readonly event: AlertEvent; readonly isNew: boolean } {
    const { key } = event.alert;
    const { number } = this.breaches.firing(key);
    const breach = { number, isFiring: event.kind === 'fired' };
    const isNew = this.breaches.advance(key, breach);
    const numbered = this.#numbered(event, fingerprint, number);
    this.sender.sendChange(key, breach, { event: numbered, channels });
    return { event: numbered, isNew };
  }

  /**
   * Whether an alert stays as it is, because another member decides about it. That member has just changed it, based on
   * facts newer than `evidenceAt`, or fires it by another condition of its rule.
   */
  isHeld(key: string, evidenceAt: number | undefined): boolean {
    const isForeign = this.#status.state !== 'alone' && this.adopter.holds(key);
    return isForeign || this.adopter.hasNewerDecision(key, evidenceAt);
  }

  isFiring(key: string): boolean {
    return this.breaches.get(key)?.isFiring === true;
  }

  firedEventOf({ alert, fingerprint }: AlertState): Pick<AlertEvent, 'idempotencyKey' | 'breach'> {
    const { number } = this.breaches.firing(alert.key);
    const idempotencyKey = this.breaches.eventKeyOf({ alert, kind: 'fired' }, fingerprint, number);
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
    const isNewcomer = this.#endSync !== undefined && members > before.members;
    if (state === 'sharing' && (before.state !== 'sharing' || isNewcomer)) {
      if (this.#endSync === undefined) void this.#sync();
      this.sender.sendAll();
      this.sender.send({ kind: 'ask' });
    }
    // After a split, the others may join later than this member, and may have delivered what waits here.
    const isFirst = members === 1 && before.state === 'joining';
    // The status `joining` with a message says that the group cannot be reached. A short loss does not end the wait.
    const isApart = state === 'alone' || (state === 'joining' && message !== undefined);
    if (state === 'sharing' ? isFirst : isApart) this.#endSync?.();
    const delivers = this.deliveries.delivers();
    this.#status = { state, delivers, members, ...(message !== undefined && { message }) };
    if (JSON.stringify(this.#status) === JSON.stringify(before)) return;
    this.#logChange(before);
    this.#options.deliveries.wake();
    this.#options.onChanged();
  }

  #logChange(before: MonitorGroupStatus): void {
    const { log } = this.#options;
    const { state, delivers, members, message } = this.#status;
    const isNewMessage = message !== undefined && message !== before.message;
    if (state !== before.state || members !== before.members || isNewMessage)
      if (state === 'sharing') log('info', 'group-joined', { members, delivers });
      else log('warn', 'group-unreachable', { state, delivers, message });
    if (delivers === before.delivers) return;
    if (delivers) log('info', 'delivery-begun', { state });
    else log('info', 'delivery-ended', { state });
  }

  #tick(): void {
    const { clock, commit } = this.#options;
    this.#cancelTick = clock.schedule(() => this.#tick(), TICK_MS);
    this.#changed();
    if (!this.#status.delivers) this.sender.sendSomeEvents();
    this.sender.sendNextSilence();
    if (this.#status.state === 'sharing') commit(() => this.adopter.retry(this.#connection?.members ?? new Set()));
  }

  #receive(value: unknown, from: string, ageMs: number): void {
    const { silences, commit, quiet, deliveries, history } = this.#options;
    const message = readGroupMessage(value);
    if (message === undefined) return;
    switch (message.kind) {
      case 'ask':
        return this.sender.sendAll(from);
      case 'finished':
        for (const [key, channel, recipientsLeft] of message.finished) {
          if (recipientsLeft === undefined) this.#finished.add(key, channel);
          quiet.finished(key);
          const isChanged = deliveries.discard(key, channel, recipientsLeft);
          if (isChanged || recipientsLeft === undefined) history.setDelivered(key, channel);
        }
        return;
      case 'silences':
        return commit(() => message.silences.forEach((silence) => silences.merge(silence)));
      case 'events':
        return commit(() => message.events.forEach((event) => this.#take(event, from, false)));
      case 'breaches': {
        const staysOwn = this.breaches.useSequence(message);
        if (staysOwn && message.series !== this.breaches.sequence.series) this.sender.sendBreaches([], false, from);
        commit(() => message.breaches.forEach((each) => this.#apply(each, from, message.now + ageMs)));
        if (message.isLast === true) this.#synced();
      }
    }
  }

  #apply({ key, breach, firing, raised }: SharedBreach, from: string, senderNow: number): void {
    const { clock, table, report } = this.#options;
    const isNew = this.breaches.advance(key, breach);
    const ended = isNew && !breach.isFiring ? (this.adopter.cleared(key) ?? this.#recorded(key)) : undefined;
    const last = this.breaches.get(key);
    const isLast = last?.number === breach.number && last.isFiring === breach.isFiring;
    // A member that has restarted knows the breach, but not the condition under which it fires.
    const isUnknown = isNew || (isLast && !table.isFiring(key));
    if (isUnknown && firing !== undefined) this.adopter.fired(firing, from, senderNow);
    if (raised !== undefined) return this.#take(raised, from, isNew);
    if (isNew) this.#discardBefore(key, breach);
    // The alert ended while this member was away. Another member delivers the event.
    const event = ended && endAlert(ended, 'condition', clock.now());
    if (ended && event) report(this.#numbered(event, ended.fingerprint, breach.number), [], true);
  }

  /** After a restart, a member that cannot evaluate an alert has only its record. */
  #recorded(key: string): AlertState | undefined {
    const { history, rules } = this.#options;
    const alert = history.firing(key)?.alert;
    const rule = alert && rules().named.get(alert.rule)?.rule;
    return alert && { alert, fingerprint: rule === undefined ? '' : fingerprintOf(rule) };
  }

  #numbered(event: AlertEvent, fingerprint: string, breach: number): NumberedEvent {
    const idempotencyKey = this.breaches.eventKeyOf(event, fingerprint, breach);
    return Object.freeze({ ...event, breach, idempotencyKey });
  }

  /** Puts an event of another member into the queues, and tells that member which channels have it. */
  #take({ event, channels, isSent = false }: SharedEvent, from: string, isNew: boolean): void {
    const { quiet, report, onTargetChanged } = this.#options;
    const { idempotencyKey, alert } = event;
    const finished = this.#finished.channelsOf(idempotencyKey).map((channel) => [idempotencyKey, channel] as const);
    if (finished.length > 0) this.sender.send({ kind: 'finished', finished }, from);
    report(event, channels, isNew, isSent);
    if (quiet.isHeld(alert)) onTargetChanged(alert.resource, alert.id);
    const last = this.breaches.get(alert.key);
    if (last !== undefined) this.#discardBefore(alert.key, last);
  }

  #discardBefore(key: string, { number, isFiring }: Breach): void {
    this.#options.deliveries.discardBefore(key, number, isFiring ? 'fired' : 'cleared');
  }
}

/** They take about 10 MB. Queues hold fewer events. */
const MAX_EVENTS = 50_000;

/** The last events that need no delivery to a channel any more, as far as this member knows. */
class FinishedEvents {
  /** The channels by the key of the event, oldest first. */
  readonly #finished = new Map<string, readonly string[]>();

  channelsOf(idempotencyKey: string): readonly string[] {
    return this.#finished.get(idempotencyKey) ?? [];
  }

  add(idempotencyKey: string, channel: string): void {
    const channels = this.channelsOf(idempotencyKey);
    if (channels.includes(channel)) return;
    this.#finished.delete(idempotencyKey);
    const [oldest] = this.#finished.keys();
    if (oldest !== undefined && this.#finished.size >= MAX_EVENTS) this.#finished.delete(oldest);
    this.#finished.set(idempotencyKey, [...channels, channel]);
  }
}
