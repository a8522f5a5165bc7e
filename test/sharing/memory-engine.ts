import { fullBucket } from '../../src/core/polling/token-bucket.js';
import type { Clock } from '../../src/core/shared/clock.js';
import type { EngineListener, EngineState, Membership, SharingEngine, SharingGroup } from '../../src/sharing/engine.js';
import { createTurnQueue, type TurnQueue, type WaitingRequest } from '../../src/sharing/tabs/turn-queue.js';

export interface MemoryEngineOptions {
  readonly clock: Clock;
  /** `one`: one member owns all keys, as with tabs. `split`: a hash of the key chooses its owner. @default 'one' */
  readonly owners?: 'one' | 'split';
}

/** A sharing engine in memory. All fleets that get this engine have one scope: the
 * first service and account to join refuse the others. */
export interface MemoryEngine extends SharingEngine {
  /** The ids of the members that take part, in the order in which they joined. */
  readonly ids: readonly string[];
  /** Ends a member as a crash does: it gets and sends nothing, and its `leave` does nothing. */
  kill(id: string): void;
  /** Takes the connection from a member: its state is `lost` until {@link MemoryEngine.heal}. */
  cut(id: string): void;
  /** @param state the state until the member joins: a page that was frozen is `joining` @default 'lost' */
  heal(id: string, state?: 'lost' | 'joining'): void;
  /** Makes the others forget a member that does not notice this, like a process that was stopped for a while. */
  hide(id: string): void;
  show(id: string): void;
  /** Stops the whole engine: all members are `lost`, and new members are `joining`. */
  stop(): void;
  start(): void;
  /** Delivers a message of a foreign program to a member. */
  inject(to: string, message: unknown, from?: string, ageMs?: number): void;
}

/** All that the engine knows of one member. */
interface Member {
  readonly id: string;
  readonly group: SharingGroup;
  readonly listener: EngineListener;
  readonly waits: Map<number, Wait>;
  state: EngineState;
  isWilling: boolean;
  isCut: boolean;
  hasEnded: boolean;
  /** Whether the others regard this member as alive. It stays true for a while after a crash. */
  isListed: boolean;
}

interface Wait {
  readonly resolve: (turns: readonly number[]) => void;
  readonly reject: (error: Error) => void;
}

/** The time until the others notice that a member was killed or cut off. */
const TAKEOVER_MS = 1000;
/** The time that a message and a turn take. */
const DELAY_MS = 1;

export function createMemoryEngine({ clock, owners = 'one' }: MemoryEngineOptions): MemoryEngine {
  const all = new Map<string, Member>();
  const queues = new Map<string, TurnQueue>();
  let isStopped = false;
  let joinedCount = 0;
  let requestCount = 0;

  const identityOf = ({ group: { service, account } }: Member): string => JSON.stringify([service, account]);
  const peersOf = (member: Member): Member[] =>
    [...all.values()].filter((peer) => identityOf(peer) === identityOf(member));
  const isClaimedByOthers = (member: Member): boolean =>
    [...all.values()].some((other) => other.isListed && identityOf(other) !== identityOf(member));
  const listedPeers = (member: Member): Member[] => peersOf(member).filter((peer) => peer.isListed);
  const isReachable = (member: Member): boolean => !isStopped && !member.isCut && !member.hasEnded;

  function ownerOf(key: string, member: Member): Member | undefined {
    const listed = listedPeers(member);
    const willing = listed.filter(({ isWilling }) => isWilling);
    const candidates = willing.length > 0 ? willing : listed;
    return owners === 'one' ? candidates[0] : candidates[hashOf(key) % candidates.length];
  }

  function announce(member: Member): void {
    for (const peer of peersOf(member)) if (!peer.hasEnded) peer.listener.changed();
  }

  function unlist(member: Member): void {
    member.isListed = false;
    queues.get(identityOf(member))?.keepOnly((id) => all.get(id)?.isListed === true);
    if (member.hasEnded) all.delete(member.id);
    announce(member);
    for (const other of all.values()) if (other.state === 'refused') connect(other);
  }

  function setState(member: Member, state: EngineState): void {
    if (member.hasEnded || member.state === state) return;
    member.state = state;
    if (state === 'joined') member.isListed = true;
    else rejectAll(member, 'The connection to the group is lost.');
    announce(member);
  }

  /** A new member, and a member whose connection is back, joins after the delay. */
  function connect(member: Member): void {
    clock.schedule(() => {
      if (isReachable(member)) setState(member, isClaimedByOthers(member) ? 'refused' : 'joined');
    }, DELAY_MS);
  }

  function queueOf(member: Member): TurnQueue {
    const { rate } = member.group;
    const known = queues.get(identityOf(member));
    if (known !== undefined) return known;
    const queue = createTurnQueue({ rate, clock, bucket: fullBucket(rate, clock.monotonic()), give });
    queues.set(identityOf(member), queue);
    return queue;
  }

  function give({ from, requestId }: WaitingRequest, turns: readonly number[]): void {
    const member = all.get(from);
    clock.schedule(() => {
      if (member === undefined || !isReachable(member)) return;
      member.waits.get(requestId)?.resolve(turns);
      member.waits.delete(requestId);
    }, DELAY_MS);
  }

  function deliver(from: Member, message: unknown, to?: string): void {
    // A copy, as every engine makes one: the sender could change its object.
    const copy = JSON.parse(JSON.stringify(message)) as unknown;
    for (const peer of listedPeers(from)) {
      if (peer === from || (to !== undefined && peer.id !== to)) continue;
      clock.schedule(() => isReachable(peer) && peer.listener.receive(copy, from.id), DELAY_MS);
    }
  }

  function leave(member: Member): void {
    if (member.hasEnded) return;
    member.hasEnded = true;
    member.state = 'lost';
    rejectAll(member, 'The member left its group.');
    unlist(member);
  }

  const membershipOf = (member: Member): Membership => ({
    id: member.id,
    get status() {
      return { state: member.state, message: MESSAGES[member.state] };
    },
    get members() {
      const peers = isReachable(member) ? listedPeers(member).filter((peer) => peer !== member) : [];
      return new Set(peers.map(({ id }) => id));
    },
    owns: (key) => member.state === 'joined' && isReachable(member) && ownerOf(key, member) === member,
    send(message, to) {
      if (member.state === 'joined' && isReachable(member)) deliver(member, message, to);
    },
    async acquire(request) {
      if (member.state !== 'joined' || member.hasEnded) throw new Error('The member is not joined.');
      const requestId = ++requestCount;
      const turns = new Promise<readonly number[]>((resolve, reject) =>
        member.waits.set(requestId, { resolve, reject }),
      );
      queueOf(member).add({ ...request, from: member.id, requestId });
      return turns;
    },
    setWilling(isWilling) {
      if (member.isWilling === isWilling || member.hasEnded) return;
      member.isWilling = isWilling;
      announce(member);
    },
    leave: async () => leave(member),
  });

  const memberOf = (id: string): Member => {
    const member = all.get(id);
    if (member === undefined) throw new Error(`There is no member ${id}.`);
    return member;
  };

  return {
    get ids() {
      return [...all.keys()];
    },
    join(group, listener) {
      const id = `member-${++joinedCount}`;
      const flags = { isWilling: true, isCut: false, hasEnded: false, isListed: false };
      const member: Member = { id, group, listener, waits: new Map(), state: 'joining', ...flags };
      all.set(id, member);
      connect(member);
      return membershipOf(member);
    },
    kill(id) {
      const member = memberOf(id);
      member.hasEnded = true;
      clock.schedule(() => unlist(member), TAKEOVER_MS);
    },
    cut(id) {
      const member = memberOf(id);
      member.isCut = true;
      setState(member, 'lost');
      clock.schedule(() => member.isCut && unlist(member), TAKEOVER_MS);
    },
    heal(id, state = 'lost') {
      const member = memberOf(id);
      member.isCut = false;
      setState(member, state);
      connect(member);
    },
    hide: (id) => unlist(memberOf(id)),
    show(id) {
      const member = memberOf(id);
      member.isListed = true;
      announce(member);
    },
    stop() {
      isStopped = true;
      for (const member of all.values()) {
        member.isListed = false;
        if (member.state === 'joined') setState(member, 'lost');
      }
      for (const queue of queues.values()) queue.keepOnly(() => false);
    },
    start() {
      isStopped = false;
      for (const member of all.values()) connect(member);
    },
    inject(to, message, from = 'foreign', ageMs = 0) {
      memberOf(to).listener.receive(message, from, ageMs);
    },
  };
}

const MESSAGES: Partial<Record<EngineState, string>> = {
  lost: 'The engine does not answer.',
  refused: 'The scope belongs to members of another service or account. Nothing is exchanged with them.',
};

function rejectAll({ waits }: Member, message: string): void {
  for (const { reject } of waits.values()) reject(new Error(message));
  waits.clear();
}

/** A sum of the characters, each with its place: enough to split keys over members. */
const hashOf = (key: string): number => [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 0);
