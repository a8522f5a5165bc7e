import { isSameSet } from '../../core/shared/deep-equal.js';
import { withDeadline } from '../../core/wire/deadline.js';
import type { EngineListener, EngineStatus, SharingGroup } from '../engine.js';
import { describeRedisFailure, isDeadline } from './describe-failure.js';
import { groupIdentity, groupKeys } from './group-keys.js';
import { createHeartbeat } from './heartbeat.js';
import type { Packages } from './load-packages.js';
import { createMessageReader } from './message-reader.js';
import { createMessageSender, HISTORY_MS } from './message-sender.js';
import { openClients, reconnect } from './open-clients.js';
import { createRegistry } from './registry.js';
import type { ReplicasOptions } from './replicas-options.js';
import { createScopeClaim } from './scope-claim.js';
import { createShardKeeper } from './shard-keeper.js';
import type { Batch } from './stream-entries.js';
import { createTurns } from './turns.js';

/** How long a member that leaves waits for Redis. */
const LEAVE_TIMEOUT_MS = 1000;

/** A process that was stopped for this long may have missed messages. */
const STOPPED_MS = HISTORY_MS / 2;

const STOPPED = 'This process was stopped for a while. It joins its group again.';

/** One fleet that is connected to Redis. */
export type Member = ReturnType<typeof openMember>;

interface MemberSettings extends ReplicasOptions {
  readonly id: string;
  readonly shards: number;
  readonly group: SharingGroup;
  readonly listener: EngineListener;
  readonly setStatus: (status: EngineStatus) => void;
}

/** Connects a member. It tries again by itself for as long as Redis does not answer. */
export function openMember(packages: Packages, settings: MemberSettings) {
  const { id, group, listener, setStatus } = settings;
  const parts = openParts(packages, settings, receive);
  const { claim, keeper, registry, sender, reader, turns } = parts;
  const { commands } = parts.clients;
  const heartbeat = createHeartbeat(group.clock, beat);
  let others: ReadonlySet<string> = new Set();
  let isWilling = true;
  let isJoined = false;
  let hasLeft = false;
  let lastBeatMs = 0;
  /** The time of Redis minus the monotonic time. */
  let redisOffsetMs = 0;
  /** Whether the other members know that this member has joined, and whether it is willing. */
  let isAnnounced = false;

  commands.on('ready', heartbeat.now);
  commands.on('error', setLost);
  commands.on('close', () => {
    // After an error, the member has left its group already, and its status tells the reason.
    if (isJoined) setLost(undefined);
  });

  async function beat(): Promise<void> {
    // ioredis gives up if `sentinelRetryStrategy` says so.
    for (const client of [commands, parts.clients.messages])
      if (client.status === 'end') client.connect().catch(() => {});
    if (commands.status !== 'ready' || hasLeft) return;
    const nowMs = group.clock.monotonic();
    if (isJoined && nowMs - lastBeatMs > STOPPED_MS) disconnect({ state: 'lost', message: STOPPED });
    lastBeatMs = nowMs;
    try {
      if (reader.failure !== undefined) throw reader.failure;
      const refusal = await claim.renew();
      if (refusal !== undefined) {
        disconnect({ state: 'refused', message: refusal });
        return;
      }
      const wasAnnounced = isAnnounced;
      isAnnounced = true;
      const { facts, askedMs, isChanged, given } = await keeper.beat(isWilling);
      if (hasLeft) return;
      // If this process was stopped meanwhile, the answer was read long after Redis gave it.
      redisOffsetMs = facts.redisMs - askedMs;
      if (!isJoined) reader.resume(facts.newestId);
      // The others take the shards that were given back, or give some to this member.
      if (!wasAnnounced || given > 0) sender.nudge();
      update(facts.members, isChanged);
    } catch (error) {
      setLost(error as Error);
      // The replies would come too late. A new connection finds out whether Redis answers.
      if (isDeadline(error)) reconnect(commands);
    }
  }

  function update(members: readonly string[], isChanged: boolean): void {
    const before = others;
    others = new Set(members.filter((member) => member !== id));
    isJoined = true;
    setStatus({ state: 'joined' });
    if (isChanged || !isSameSet(before, others)) listener.changed();
  }

  function setLost(error: Error | undefined): void {
    disconnect({ state: 'lost', message: describeRedisFailure(error ?? {}) });
  }

  /** Ends the membership until a heartbeat joins the group again. */
  function disconnect(status: EngineStatus): void {
    if (hasLeft) return;
    isJoined = false;
    isAnnounced = false;
    sender.drop();
    turns.rejectAll(new Error(status.message));
    setStatus(status);
  }

  function receive({ from, messages, atMs }: Batch): void {
    const ageMs = Math.max(0, group.clock.monotonic() + redisOffsetMs - atMs);
    // A batch without messages says that the group has changed. A sender that is not known yet has just joined.
    if (messages.length === 0 || !others.has(from)) heartbeat.now();
    for (const message of messages) listener.receive(message, from, ageMs);
  }

  return {
    get others(): ReadonlySet<string> {
      return others;
    },
    owns: keeper.owns,
    send: sender.send,
    acquire: turns.acquire,
    setWilling(next: boolean) {
      isAnnounced &&= next === isWilling;
      isWilling = next;
      heartbeat.now();
    },
    /** Resolves when nothing is left, even while Redis does not answer. */
    async leave() {
      hasLeft = true;
      const ended = heartbeat.stop();
      turns.rejectAll(new Error('The fleet has left its group.'));
      const deadline = { clock: group.clock, timeoutMs: LEAVE_TIMEOUT_MS, signal: undefined };
      await withDeadline(deadline, async () => {
        // The last heartbeat could still take shards.
        await ended;
        if (!isJoined) return;
        sender.flush();
        await keeper.giveAllBack();
        await registry.leave();
        await claim.release();
        sender.nudge();
        // Redis answers in order: when this answer comes, the nudge was sent.
        await commands.ping();
      }).catch(() => {});
      sender.drop();
      reader.close();
      await keeper.close();
      await parts.clients.close();
    },
  };
}

function openParts(packages: Packages, settings: MemberSettings, onBatch: (batch: Batch) => void) {
  const { id, connection, scope, shards, group } = settings;
  const { clock, rate } = group;
  const identity = groupIdentity(group);
  const keys = groupKeys(scope, identity, shards);
  const clients = openClients(packages, connection, clock);
  const { commands: client, messages } = clients;
  const registry = createRegistry(client, keys, id);
  const shared = { client, clock, prefix: keys.base, shards, member: id, registry };
  return {
    clients,
    registry,
    claim: createScopeClaim(client, keys, scope, identity),
    keeper: createShardKeeper(packages, shared),
    sender: createMessageSender(client, keys, id, clock),
    reader: createMessageReader(messages, keys, {
      id,
      clock,
      onBatch,
      // All records of a large fleet would otherwise stay in Redis until the stream expires.
      onOwnRead: (entryId) => void client.xtrim(keys.messagesTo(id), 'MINID', entryId).catch(() => {}),
    }),
    turns: createTurns(client, keys, rate, clock),
  };
}
