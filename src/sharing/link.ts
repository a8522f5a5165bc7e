import type { SharedParts, SharingLink } from '../core/fleet/sharing.js';
import type { MemberActivity, SharingStatus } from '../core/polling/poll-sharing.js';
import { outdated } from '../core/state/entry.js';
import { createConnection, type Connection } from './connection.js';
import { createDatabaseAnswers, type Answers } from './database-answers.js';
import type { SharingEngine } from './engine.js';
import { createListAnswers } from './list-answers.js';
import { LIST_KEY } from './messages.js';
import { createOutbox, type Outbox } from './outbox.js';
import { createPeers } from './peers.js';
import { createReceiver } from './receiver.js';
import { takeFirst } from './take-first.js';
import { createSharedPolling, type GroupPolling } from './shared-polling.js';
import { createTimers } from './timers.js';
import { createWants } from './wants.js';

/** The link of a fleet, with the end of its membership. */
export interface GroupLink extends SharingLink {
  /** Resolves when the fleet is disposed and has left the group. */
  readonly left: Promise<void>;
}

/** The entries of keys that other members poll are stale when no answer can come for this long. */
const STALE_AFTER_MS = 5000;

/** A change of the owners often comes with others: 64 shards are taken one by one. */
const SETTLE_MS = 20;

/** Keys whose polls are planned in one task: about 10 ms. */
const PLANNED_KEYS = 2000;

/** How often a member shows that it lost no message, and asks for what it lost. */
const PULSE_MS = 2000;

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

  function join(parts: SharedParts): void {
    const { service, rate, clock } = parts;
    const numberTells = (key: string, order: number): boolean => owns(key) && !connection.isLocal(order);
    const facts = { owns, numberTells };
    const databases = createDatabaseAnswers(parts, facts);
    const list = createListAnswers(parts, facts);
    const answersOf = (key: string): Answers => (key === LIST_KEY ? list : databases);
    const outbox = createOutbox({ wants, answersOf, send: (message, to) => connection.send(message, to) });
    const peers = createPeers();
    const receiver = createReceiver({
      parts,
      wants,
      peers,
      outbox,
      answersOf,
      databases,
      list,
      owns,
      onWanted: planWanted,
      onRetry: (key) => polling?.retry(key),
    });
    const timers = createTimers(clock);
    const wanted = new Set<string>();
    const connection = createConnection({
      engine,
      group: { service, rate: { perSecond: rate.perSecond, burst: rate.burst }, clock },
      onMessage: receiver.receive,
      onChanged: connectionChanged,
    });
    connection.setWilling(activity === 'polling');
    outbox.setPaused(activity === 'paused');
    joined = { parts, connection, outbox, databases, list };
    stop = () => {
      timers.dispose();
      receiver.dispose();
    };

    function connectionChanged(before: SharingStatus): void {
      const { state } = connection.status;
      const isChanged = state !== before.state;
      if (state === 'sharing') {
        if (isChanged) outbox.announceWants();
        for (const member of peers.setMembers(connection.members)) outbox.ask(undefined, member);
        planWanted(wants.keepMembers(connection.members));
        timers.set('pulse', PULSE_MS, pulse);
      } else if (isChanged) {
        peers.setMembers(connection.members);
        timers.cancel('pulse');
      }
      if (isChanged && before.state === 'sharing') timers.set('stale', STALE_AFTER_MS, markStale);
      if (state === 'sharing' || state === 'alone') timers.cancel('stale');
      if (isChanged) polling?.ownershipChanged();
      else timers.set('owners', SETTLE_MS, () => polling?.ownershipChanged());
    }

    /** Plans the polls of keys that other members want at another pace. Other tasks run between two slices. */
    function planWanted(keys: Iterable<string>): void {
      for (const key of keys) wanted.add(key);
      if (wanted.size > 0) timers.set('wanted', 0, planSlice);
    }

    function planSlice(): void {
      const slice = [...takeFirst(wanted, PLANNED_KEYS)];
      if (wanted.size > 0) timers.set('wanted', 0, planSlice);
      polling?.wantedChanged(slice);
    }

    function pulse(): void {
      for (const member of peers.takeIncomplete()) outbox.ask(undefined, member);
      // A message of a member can come after its end.
      planWanted(wants.keepMembers(connection.members));
      outbox.pulse();
      timers.set('pulse', PULSE_MS, pulse);
    }

    /** Nothing confirms the records of the keys that other members polled. */
    function markStale(): void {
      parts.commits.commit(() => {
        parts.databases.updateAll(outdated);
        parts.list.state.outdate();
      });
    }
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
