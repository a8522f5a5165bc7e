import { isSameSet } from '../../core/shared/deep-equal.js';
import type { EngineListener, SharingGroup } from '../engine.js';
import { watchHolder } from './decisions.js';
import type { GroupNames } from './group-names.js';
import { emptyView, readGroupView, type GroupView } from './group-view.js';
import { createLockClaim } from './lock-claim.js';
import { createLockWatch } from './lock-watch.js';
import { createTabHolder } from './tab-holder.js';
import { readMessage, type SentMessage, type TabMessage } from './tab-messages.js';
import { createTurnDesk } from './turn-desk.js';
import type { TurnLedger } from './turn-ledger.js';

/** The part of a member's life in which its page runs: from its start, or from the end of a freeze, to the next freeze. */
export type TabSession = ReturnType<typeof createTabSession>;

export interface TabSessionOptions {
  readonly id: string;
  readonly names: GroupNames;
  readonly locks: LockManager;
  readonly group: SharingGroup;
  readonly ledger: TurnLedger;
  readonly isWilling: boolean;
  readonly listener: EngineListener;
  /** Called when the browser refuses a lock, or the list of the locks. */
  readonly refused: (error: unknown) => void;
}

/** Connects the parts of a member: its locks, the channel, the holder's lock and the turns. */
export function createTabSession(options: TabSessionOptions) {
  const { id, names, locks, group, ledger, listener, refused } = options;
  const { clock } = group;
  let { isWilling } = options;
  let view: GroupView = emptyView;
  let isJoined = false;
  let hasEnded = false;
  let unansweredPings = 0;
  let notifiedOwner = false;

  const channel = openTabChannel(names.channel, id, hear);
  const { post } = channel;
  const desk = createTurnDesk({ id, group, ledger, post });
  const watch = createLockWatch({ locks, clock, onList, onTick, refused });
  const life = createLockClaim(locks, names.member(id), { held: lookAll, stolen: claimLocks, refused });
  const willing = createLockClaim(locks, names.willing(id), { held: lookAll, stolen: claimLocks, refused });
  const holder = createTabHolder({ locks, lockName: names.holder, clock, onBegin, onEnd, refused });
  claimLocks();

  function claimLocks(): void {
    if (hasEnded) return;
    life.request();
    if (isWilling) willing.request();
  }

  /** The locks have changed: all members look at them. */
  function lookAll(): void {
    post({ kind: 'look' });
    watch.look();
  }

  function onList(list: LockManagerSnapshot, atMs: number): void {
    const previous = view;
    const wasJoined = isJoined;
    view = readGroupView(list, names, id);
    isJoined ||= view.hasMe;
    if (!isJoined) return;
    if (!wasJoined) ledger.join(view.others.size === 0);
    holder.prove(view.isHolder, atMs);
    desk.keepOnly((member) => member === id || view.others.has(member));
    decide();
    if (!wasJoined || !isSameSet(previous.others, view.others) || notifiedOwner !== holder.isProved) notify();
  }

  function notify(): void {
    notifiedOwner = holder.isProved;
    listener.changed();
  }

  function decide(): void {
    if (isJoined && !hasEnded) holder.decide({ isWilling, view });
  }

  /** A new holder owns the keys when the list of locks confirms it: its page may have been stopped since it got the lock. */
  function onBegin(): void {
    unansweredPings = 0;
    post({ kind: 'holding', isNew: true });
    desk.begin(view.others);
    watch.look();
  }

  function onEnd(): void {
    desk.stopGiving();
    if (hasEnded) return;
    decide();
    notify();
  }

  function onTick(): void {
    if (!isJoined || holder.isHeld) return;
    const action = watchHolder(isWilling || desk.isWaiting, unansweredPings);
    if (action === 'ping') {
      unansweredPings += 1;
      post(desk.state(true));
    }
    if (action === 'steal') {
      unansweredPings = 0;
      holder.steal();
    }
  }

  function hear({ from, content }: SentMessage): void {
    holder.heard(from);
    desk.hear(from, content);
    if (content.kind === 'holding' || content.kind === 'give') unansweredPings = 0;
    if (content.kind === 'holding' && content.isNew) post(desk.state(false));
    if (content.kind === 'state' && content.isPing && holder.isHeld) post({ kind: 'holding', isNew: false });
    if (content.kind === 'look' || (content.kind === 'state' && content.isPing && !holder.isProved)) watch.look();
    if (content.kind === 'data' && isJoined && (content.to ?? id) === id) listener.receive(content.message, from);
    if (!isWilling) decide();
  }

  /** Ends everything in this page. It gives up the locks before it returns, and resolves when the browser knows it. */
  async function endLocks(reason: string): Promise<void> {
    hasEnded = true;
    isJoined = false;
    view = emptyView;
    watch.stop();
    desk.end(reason);
    await Promise.all([holder.release(), willing.release(), life.release()]);
  }

  return {
    get isJoined(): boolean {
      return isJoined;
    },
    get others(): ReadonlySet<string> {
      return view.others;
    },
    owns() {
      if (!holder.isHeld || holder.isProved) return holder.isProved;
      notifiedOwner = false;
      watch.look();
      return false;
    },
    send(message: unknown, to?: string) {
      if (isJoined) post({ kind: 'data', to, message });
    },
    acquire: desk.acquire,
    setWilling(next: boolean) {
      isWilling = next;
      if (isWilling) claimLocks();
      else void willing.release().then(lookAll);
      decide();
    },
    async leave(reason: string) {
      await endLocks(reason);
      post({ kind: 'look' });
      channel.close();
    },
    /** Gives up everything within this call: the page may not run any more. */
    stop(reason: string) {
      void endLocks(reason);
      post({ kind: 'look' });
      channel.close();
    },
  };
}

/** @param onMessage called for each message of another member that has one of the known shapes. */
function openTabChannel(name: string, id: string, onMessage: (message: SentMessage) => void) {
  const channel = new BroadcastChannel(name);
  let isClosed = false;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const sent = readMessage(data);
    if (sent !== undefined && sent.from !== id && !isClosed) onMessage(sent);
  });
  return {
    post(content: TabMessage) {
      const sent: SentMessage = { from: id, content };
      if (!isClosed) channel.postMessage(sent);
    },
    close() {
      isClosed = true;
      channel.close();
    },
  };
}
