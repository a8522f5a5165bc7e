import { sharedPartsOf, type SharedParts } from './shared-parts.js';
import type { Kernel } from '../core/fleet/kernel.js';
import type { SharingLink } from '../core/fleet/fleet-options.js';
import type { MemberActivity, SharingStatus } from '../core/polling/poll-sharing.js';
import { createConnection, type Connection } from './connection.js';
import { createDatabaseAnswers, type Answers } from './database-answers.js';
import type { SharingEngine } from './engine.js';
import { createListAnswers } from './list-answers.js';
import { LIST_KEY } from './messages.js';
import { createOutbox, type Outbox } from './outbox.js';
import { createPeers } from './peers.js';
import { createReceiver } from './receiver.js';
import { createSharedPolling, type GroupPolling } from './shared-polling.js';
import { createUpkeep } from './upkeep.js';
import { createWants } from './wants.js';

/** The link of a fleet, with the end of its membership. */
export interface GroupLink extends SharingLink {
  /** Resolves when the fleet is disposed and has left the group. */
  readonly left: Promise<void>;
}

const JOINING: SharingStatus = { state: 'joining', members: 1 };

/** The parts of a link that exist from `join` until the end. */
interface Joined {
  readonly parts: SharedParts;
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly databases: Answers;
  readonly list: Answers;
}

/** @param onEnded called when the fleet is disposed */
export function createLink(engine: SharingEngine, onEnded: () => void): GroupLink {
  const wants = createWants();
  let polling: GroupPolling | undefined;
  let joined: Joined | undefined;
  let activity: MemberActivity = 'polling';
  let isEnded = false;
  let end: (left: Promise<void> | undefined) => void = () => {};
  let stop = (): void => {};
  const left = new Promise<void>((resolve) => (end = (leaving) => resolve(leaving)));

  const owns = (key: string): boolean => joined?.connection.owns(key) ?? false;

  function wantedMs(key: string): number {
    return joined?.connection.status.state === 'sharing' ? wants.othersMs(key) : Infinity;
  }

  function acquire(count: number, isUrgent: boolean): Promise<readonly number[]> {
    if (joined === undefined) return Promise.reject(new Error('the fleet is not complete'));
    const { connection, parts } = joined;
    return connection.acquire(count, isUrgent, () => parts.orders.latest);
  }

  function join(kernel: Kernel): void {
    const parts = sharedPartsOf(kernel);
    const { service, account, rate, clock } = parts;
    const numberTells = (key: string, order: number): boolean =>
      !connection.isLocal(order) && (owns(key) || connection.isRecent(order));
    const facts = { owns, numberTells };
    const databases = createDatabaseAnswers(parts, facts);
    const list = createListAnswers(parts, facts);
    const answersOf = (key: string): Answers => (key === LIST_KEY ? list : databases);
    const outbox = createOutbox({ wants, answersOf, send: (message, to) => connection.send(message, to) });
    const peers = createPeers();
    const upkeep = createUpkeep({ parts, wants, peers, outbox, polling: () => polling });
    const receiver = createReceiver({
      parts,
      wants,
      peers,
      outbox,
      answersOf,
      databases,
      list,
      owns,
      onWanted: upkeep.planWanted,
      onRetry: (key) => polling?.retry(key),
    });
    const connection = createConnection({
      engine,
      group: { service, account, rate: { perSecond: rate.perSecond, burst: rate.burst }, clock },
      onMessage: receiver.receive,
      onChanged: (before) => upkeep.connectionChanged(connection, before),
    });
    connection.setWilling(activity === 'polling');
    outbox.setPaused(activity === 'paused');
    joined = { parts, connection, outbox, databases, list };
    stop = () => {
      upkeep.dispose();
      receiver.dispose();
    };
  }

  return {
    left,
    join,
    owns,
    want(key, everyMs) {
      if (wants.setOwn(key, everyMs)) joined?.outbox.wantChanged(key, everyMs);
    },
    wantedMs,
    retry(key) {
      if (!owns(key)) joined?.outbox.retry(key);
    },
    attach(scheduler) {
      polling = createSharedPolling(scheduler, { owns, wantedMs }, acquire);
      return polling;
    },
    setActivity(next) {
      const before = activity;
      if (next === before) return;
      activity = next;
      joined?.connection.setWilling(next === 'polling');
      if ((next === 'paused') !== (before === 'paused')) joined?.outbox.setPaused(next === 'paused');
    },
    get status() {
      return joined?.connection.status ?? JOINING;
    },
    publish(id, order) {
      if (joined?.databases.isReceived(id) === false) joined.outbox.answered(id, order);
    },
    publishList(order) {
      if (joined?.list.isReceived(LIST_KEY) === false) joined.outbox.answered(LIST_KEY, order);
    },
    hold: (delayMs) => joined?.outbox.hold(delayMs),
    dispose() {
      if (isEnded) return;
      isEnded = true;
      stop();
      end(joined?.connection.dispose());
      onEnded();
    },
  };
}
