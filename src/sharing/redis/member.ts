import type { Clock } from '../../core/shared/clock.js';
import type { EngineListener, EngineStatus, SharingGroup, TurnRequest } from '../engine.js';
import { describeFailure, isDeadline } from './describe-failure.js';
import { groupKeys } from './group-keys.js';
import { createHeartbeat } from './heartbeat.js';
import type { Packages } from './load-packages.js';
import { createMessageReader } from './message-reader.js';
import { createMessageSender } from './message-sender.js';
import { openClients, reconnect } from './open-clients.js';
import { createRegistry } from './registry.js';
import type { CheckedReplicasOptions } from './replicas-options.js';
import { createShardKeeper } from './shard-keeper.js';
import type { Batch } from './stream-entries.js';
import { createTurns } from './turns.js';

/** A member that leaves waits for a Redis that does not answer no longer than this. */
const GOODBYE_MS = 1000;

/** One fleet that is connected to Redis. */
export interface Member {
  readonly others: ReadonlySet<string>;
  owns(key: string): boolean;
  send(message: unknown, to: string | undefined): void;
  acquire(request: TurnRequest): Promise<readonly number[]>;
  setWilling(isWilling: boolean): void;
  leave(): Promise<void>;
}

interface MemberSettings extends CheckedReplicasOptions {
  readonly id: string;
  readonly shards: number;
  readonly group: SharingGroup;
  readonly listener: EngineListener;
  readonly setStatus: (status: EngineStatus) => void;
}

/** The parts of a member that use Redis. */
function openParts(packages: Packages, settings: MemberSettings, onBatch: (batch: Batch) => void) {
  const { id, connection, prefix, shards, group } = settings;
  const { clock, rate, service } = group;
  const keys = groupKeys(prefix, service, shards);
  const clients = openClients(packages, connection, clock);
  const { commands: client, messages } = clients;
  const registry = createRegistry(client, keys, id);
  const shared = { client, clock, prefix: keys.base, shards, member: id, registry };
  return {
    clients,
    registry,
    keeper: createShardKeeper(packages, shared),
    sender: createMessageSender(client, keys, { id, clock }),
    reader: createMessageReader(messages, keys, { id, clock, onBatch }),
    turns: createTurns(packages, { client, keys, rate, clock }),
  };
}

export function openMember(packages: Packages, settings: MemberSettings): Member {
  const { id, group, listener, setStatus } = settings;
  const { clients, registry, keeper, sender, reader, turns } = openParts(packages, settings, receive);
  const { commands } = clients;
  const heartbeat = createHeartbeat(group.clock, beat);
  let others: ReadonlySet<string> = new Set();
  let isWilling = true;
  let isJoined = false;
  let hasLeft = false;
  /** The time of Redis, compared with the monotonic time. */
  let redisOffsetMs = 0;
  /** Whether the other members do not know yet that this member joined, or what it is willing to do. */
  let isNews = true;

  commands.on('ready', heartbeat.now);
  commands.on('error', lose);
  commands.on('close', () => {
    // The reason came before.
    if (isJoined) lose(undefined);
  });

  async function beat(): Promise<void> {
    if (commands.status === 'end') commands.connect().catch(() => {});
    if (commands.status !== 'ready' || hasLeft) return;
    try {
      if (reader.failure !== undefined) throw reader.failure;
      const isTold = !isNews;
      isNews = false;
      const { facts, isChanged, given } = await keeper.beat(isWilling);
      if (hasLeft) return;
      redisOffsetMs = facts.redisMs - group.clock.monotonic();
      if (!isJoined) reader.resume(facts.newestId);
      // The others take the shards that were given back, or give some to this member.
      if (!isTold || given > 0) sender.nudge();
      update(facts.members, isChanged);
    } catch (error) {
      isNews = true;
      lose(error as Error);
      // The replies would come too late. A new connection finds out whether Redis answers.
      if (isDeadline(error)) reconnect(commands);
    }
  }

  function update(members: readonly string[], isChanged: boolean): void {
    const before = others;
    others = new Set(members.filter((member) => member !== id));
    reader.keepSenders(others);
    isJoined = true;
    setStatus({ state: 'joined' });
    if (isChanged || !isSameSet(before, others)) listener.changed();
  }

  function lose(error: Error | undefined): void {
    if (hasLeft) return;
    isJoined = false;
    sender.drop();
    const message = describeFailure(error ?? {});
    turns.rejectAll(new Error(message));
    setStatus({ state: 'lost', message });
  }

  function receive({ from, messages, atMs }: Batch): void {
    const ageMs = Math.max(0, group.clock.monotonic() + redisOffsetMs - atMs);
    // A batch without messages says that the group has changed. A sender that is not known yet has just joined.
    if (messages.length === 0 || !others.has(from)) heartbeat.now();
    for (const message of messages) listener.receive(message, from, ageMs);
  }

  async function sayGoodbye(ended: Promise<void>): Promise<void> {
    await ended;
    if (!isJoined) return;
    sender.flush();
    await keeper.giveAllBack();
    await registry.leave();
    sender.nudge();
    // Answers come in order: the nudge was sent when this one comes.
    await commands.ping();
  }

  return {
    get others() {
      return others;
    },
    owns: keeper.owns,
    send: sender.send,
    acquire: turns.acquire,
    setWilling(next) {
      isNews ||= next !== isWilling;
      isWilling = next;
      heartbeat.now();
    },
    async leave() {
      hasLeft = true;
      const ended = heartbeat.stop();
      turns.rejectAll(new Error('The fleet has left its group.'));
      await withDeadline(sayGoodbye(ended), GOODBYE_MS, group.clock);
      sender.drop();
      reader.close();
      await keeper.close();
      await clients.close();
    },
  };
}

const isSameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((member) => b.has(member));

/** Resolves when the task has ended, with or without an error, or after the deadline. */
function withDeadline(task: Promise<unknown>, deadlineMs: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(resolve, deadlineMs);
    const end = (): void => {
      cancel();
      resolve();
    };
    task.then(end, end);
  });
}
