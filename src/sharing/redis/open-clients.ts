import type { Redis, RedisOptions } from 'ioredis';
import type { Clock } from '../../core/shared/clock.js';
import { DEADLINE_MS } from './describe-failure.js';
import type { Packages } from './load-packages.js';
import type { ReplicasOptions } from './replicas-options.js';

/** Redis answers after this time without a message, so that a dead connection is noticed. */
export const BLOCK_MS = 1000;

const CONNECT_MS = 2000;
const CLOSE_MS = 200;

export function openClients({ Redis: Client }: Packages, connection: ReplicasOptions['connection'], clock: Clock) {
  const open = (commandTimeout: number): Redis => {
    const options = { ...(typeof connection === 'string' ? {} : connection), ...FIXED, commandTimeout };
    const client = typeof connection === 'string' ? new Client(connection, options) : new Client(options);
    // Without a listener, ioredis writes to the console.
    client.on('error', () => {});
    return client;
  };
  const commands = open(DEADLINE_MS);
  const messages = open(BLOCK_MS + DEADLINE_MS);
  // After a failover, both must be connected to the new master.
  commands.on('close', () => reconnect(messages));
  return {
    commands,
    /** Waits for messages, so no other command can use it. */
    messages,
    close: async () => void (await Promise.all([closeClient(commands, clock), closeClient(messages, clock)])),
  };
}

/** With these options, a call fails when the connection is lost. The status shows it, and the heartbeat tries again. */
const FIXED: RedisOptions = {
  lazyConnect: false,
  connectTimeout: CONNECT_MS,
  disconnectTimeout: CLOSE_MS,
  retryStrategy: (attempt) => Math.min(attempt * 100, 500),
  // After a failover, the address may lead to the new master.
  reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  enableReadyCheck: true,
  // These commands would delay the first heartbeat while Redis does not answer.
  disableClientInfo: true,
  stringNumbers: false,
  // ioredis 6 has this option and defaults to RESP3, in which the answers of XREAD differ.
  ...{ protocol: 2 },
};

/** Replaces the connection of a client whose replies would come too late. */
export function reconnect(client: Redis): void {
  // A client without socket tries again by itself.
  if (client.status === 'ready' || client.status === 'connect') client.disconnect(true);
}

function closeClient(client: Redis, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    if (client.status === 'end') {
      resolve();
      return;
    }
    // A client that waits for its next attempt does not report its end.
    const cancel = clock.schedule(resolve, CLOSE_MS + 50);
    client.once('end', () => {
      cancel();
      resolve();
    });
    client.disconnect();
  });
}
