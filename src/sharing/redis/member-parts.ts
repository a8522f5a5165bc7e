import type { SharingGroup } from '../engine.js';
import { groupKeys } from './group-keys.js';
import type { Packages } from './load-packages.js';
import { createMessageReader } from './message-reader.js';
import { createMessageSender } from './message-sender.js';
import { openClients } from './open-clients.js';
import { createRegistry } from './registry.js';
import type { CheckedReplicasOptions } from './replicas-options.js';
import { createShardKeeper } from './shard-keeper.js';
import type { Batch } from './stream-entries.js';
import { createTurns } from './turns.js';

export type MemberParts = ReturnType<typeof openParts>;

export interface PartsSettings extends CheckedReplicasOptions {
  readonly id: string;
  readonly shards: number;
  readonly group: SharingGroup;
}

/** The parts of a member that use Redis. */
export function openParts(packages: Packages, settings: PartsSettings, onBatch: (batch: Batch) => void) {
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
    reader: createMessageReader(messages, keys, {
      id,
      clock,
      onBatch,
      // All records of a large fleet would otherwise stay in Redis until the stream expires.
      onOwnRead: (entryId) => void client.xtrim(keys.messagesTo(id), 'MINID', entryId).catch(() => {}),
    }),
    turns: createTurns(packages, { client, keys, rate, clock }),
  };
}
