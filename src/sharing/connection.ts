import type { SharingStatus } from '../core/polling/key-owner.js';
import type { Clock } from '../core/shared/clock.js';
import type { Membership, SharingEngine, SharingGroup } from './engine.js';
import { createLocalTurns } from './local-turns.js';

/** The connection of a fleet to its group. It decides what happens while the engine does not answer. */
export type Connection = ReturnType<typeof createConnection>;

export interface ConnectionOptions {
  readonly engine: SharingEngine;
  readonly group: SharingGroup;
  readonly onMessage: (message: unknown, from: string, ageMs: number) => void;
  /** Called when the state, the members or the ownership may have changed. */
  readonly onChanged: (before: SharingStatus) => void;
}

/** A member that cannot reach the others for this long polls by itself. */
const ALONE_AFTER_MS = 30_000;

/** A request at the start of a fleet waits at most this long for the group. */
const JOIN_WAIT_MS = 2000;

/** Members that vanish shortly before the engine is lost have probably lost it too. They still count. */
const VANISHED_MS = 5000;

const NONE: ReadonlySet<string> = new Set();

const CLOSED = 'The sharing was closed before the fleet, so the fleet polls alone.';

export function createConnection({ engine, group, onMessage, onChanged }: ConnectionOptions) {
  const { clock, rate } = group;
  const turns = createLocalTurns(clock);
  const times = createTurnTimes(clock);
  let status: SharingStatus = { state: 'joining', members: 1 };
  let lostMs = clock.monotonic();
  // The greatest number of members before the last decrease, and the time of that decrease.
  let vanished = { members: 1, atMs: -Infinity };
  let firstTurn = Infinity;
  let lastTurn = 0;
  let closed: SharingStatus | undefined;
  let isDisposed = false;
  let cancelAlone: (() => void) | undefined;
  let endJoinWait = (): void => {};
  const joined = new Promise<void>((resolve) => (endJoinWait = resolve));
  const cancelJoinWait = clock.schedule(endJoinWait, JOIN_WAIT_MS);
  const membership: Membership = engine.join(group, {
    receive: (message, from, ageMs = 0) => {
      if (!isDisposed && closed === undefined) onMessage(message, from, ageMs);
    },
    changed: () => update(),
  });

  function update(): void {
    if (isDisposed) return;
    const before = status;
    const now = clock.monotonic();
    // A page that was frozen looks for the others again. The time of the freeze does not count.
    const isBack = before.state === 'lost' && membership.status.state === 'joining';
    if (before.state === 'sharing' || isBack) lostMs = now;
    const isRecent = now - vanished.atMs < VANISHED_MS;
    const known = isRecent && vanished.members > before.members ? { ...before, members: vanished.members } : before;
    const next = closed ?? statusOf(known, membership, now - lostMs);
    const isSame = before.state === next.state && before.members === next.members && before.message === next.message;
    // The view of the polling status compares this object by reference.
    if (!isSame) status = next;
    if (status.members < before.members) vanished = { members: known.members, atMs: now };
    cancelAlone?.();
    const isWaiting = status.state === 'joining' || status.state === 'lost';
    cancelAlone = isWaiting ? clock.schedule(update, Math.max(0, lostMs + ALONE_AFTER_MS - now)) : undefined;
    if (status.state !== 'joining') endJoining();
    onChanged(before);
  }

  function endJoining(): void {
    cancelJoinWait();
    endJoinWait();
  }

  async function acquireLocally(count: number, latest: () => number): Promise<readonly number[]> {
    // A member that knows no other member has the whole rate.
    const { members } = status;
    const fairShare = { perSecond: rate.perSecond / members, burst: Math.max(1, Math.floor(rate.burst / members)) };
    const granted = await turns.acquire(count, fairShare);
    const first = Math.max(lastTurn, Math.floor(latest())) + 1;
    firstTurn = Math.min(firstTurn, first);
    lastTurn = first + granted - 1;
    return Array.from({ length: granted }, (_, nth) => first + nth);
  }

  // The engine may have joined before it returned.
  queueMicrotask(update);

  return {
    get status(): SharingStatus {
      return status;
    },
    /** The ids of the other members; empty while the engine does not answer. */
    get members(): ReadonlySet<string> {
      return status.state === 'sharing' ? membership.members : NONE;
    },
    owns: (key: string) => (status.state === 'sharing' ? membership.owns(key) : status.state === 'alone'),
    send(message: unknown, to?: string) {
      if (status.state === 'sharing') membership.send(message, to);
    },
    /** Waits for turns: of the group, or of this member's fair share while the engine does not answer. */
    async acquire(count: number, isUrgent: boolean, latest: () => number) {
      if (status.state === 'joining') await joined;
      if (membership.status.state === 'joined') {
        const after = Math.floor(Math.max(latest(), lastTurn));
        const askedMs = clock.monotonic();
        try {
          const numbers = await membership.acquire({ count, isUrgent, after });
          times.add(numbers, askedMs);
          return numbers;
        } catch {
          // The connection is lost, or the fleet is disposed.
        }
      }
      if (isDisposed) throw new Error('the fleet is disposed');
      return acquireLocally(count, latest);
    },
    /** Whether this member numbered the request by itself. Such a number does not tell the order among requests of the group. */
    isLocal: (order: number) => order >= firstTurn && order <= lastTurn,
    isRecent: times.isRecent,
    setWilling: membership.setWilling,
    /** Leaves the group, while the fleet continues alone. Resolves when nothing is left of the membership. */
    close(message = CLOSED): Promise<void> {
      closed ??= { state: 'alone', members: 1, message };
      const left = membership.leave();
      update();
      return left;
    },
    /** Ends with the fleet. Resolves when nothing is left. */
    dispose() {
      isDisposed = true;
      cancelAlone?.();
      endJoining();
      turns.dispose();
      return membership.leave();
    },
  };
}

function statusOf(before: SharingStatus, { status, members }: Membership, lostForMs: number): SharingStatus {
  const { state, message } = status;
  if (state === 'joined') return { state: 'sharing', members: members.size + 1 };
  const isApart = state === 'unsupported' || state === 'refused';
  const isAlone = isApart || before.state === 'alone' || lostForMs >= ALONE_AFTER_MS;
  const waiting = before.state === 'joining' || state === 'joining' ? 'joining' : 'lost';
  return { state: isAlone ? 'alone' : waiting, members: before.members, message };
}

/** Answers within this time are too close for their ages to tell their order. */
const RECENT_MS = 1000;

/** When this member asked for each of its turns. */
function createTurnTimes(clock: Clock) {
  const askedAt = new Map<number, number>();

  return {
    add(turns: readonly number[], askedMs: number) {
      for (const [turn, atMs] of askedAt) {
        if (atMs > clock.monotonic() - RECENT_MS) break;
        askedAt.delete(turn);
      }
      for (const turn of turns) askedAt.set(turn, askedMs);
    },
    /**
     * Whether the turn was asked for a moment ago. If so, the process was not stopped between the turn and the answer
     * of its request.
     */
    isRecent: (turn: number) => (askedAt.get(turn) ?? -Infinity) > clock.monotonic() - RECENT_MS,
  };
}
