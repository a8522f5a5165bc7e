import type { SharingGroup } from '../engine.js';
import { groupIdentity, groupKeys } from './group-keys.js';
import type { Packages } from './load-packages.js';
import { createMessageReader } from './message-reader.js';
import { createMessageSender } from './message-sender.js';
import { openClients } from './open-clients.js';
import { createRegistry } from './registry.js';
import type { ReplicasOptions } from './replicas-options.js';
import { createScopeClaim } from './scope-claim.js';
import { createShardKeeper } from './shard-keeper.js';
import type { Batch } from './stream-entries.js';
import { createTurns } from './turns.js';

export interface PartsSettings extends ReplicasOptions {
  readonly id: string;
  readonly shards: number;
  readonly group: SharingGroup;
}

export function openParts(packages: Packages, settings: PartsSettings, onBatch: (batch: Batch) => void) {
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
    claim: createScopeClaim(client, keys, { scope, identity }),
    keeper: createShardKeeper(packages, shared),
    sender: createMessageSender(client, keys, { id, clock }),
    reader: createMessageReader(messages, keys, {
      id,
      clock,
      onBatch,
      // All records of a large fleet would otherwise stay in Redis until the stream expires.
      onOwnRead: (entryId) => void client.xtrim(keys.messagesTo(id), 'MINID', entryId).catch(() => {}),
    }),
    turns: createTurns({ client, keys, rate, clock }),
  };
}
