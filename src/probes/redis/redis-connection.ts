import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { AbstractConnector, Redis } from 'ioredis';
import { ReadFailure } from '../read-failure.js';
import { readFailureOf } from './describe-failure.js';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  /** Absent without TLS. */
  readonly tls: ConnectionOptions | undefined;
}

/** The password of a database, with the user whose password it is. */
export interface RedisCredentials {
  /** @default the server's default user */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** One connection to a Redis server. It does not reconnect. */
export type RedisConnection = ReturnType<typeof openConnection>;

/** Opens a connection. The first command waits until the connection is established. */
export function openConnection(address: RedisAddress) {
  const socket = openSocket(address);
  const stream = guardReplies(socket);
  let failure: Error | undefined;
  stream.on('error', (error) => (failure ??= error));
  const redis = createClient(connected(socket, address), stream);
  const ready = redis.connect();
  // A command that waits for `ready` gets the failure.
  ready.catch(() => {});

  async function send(command: string, parameters: readonly string[] = []): Promise<unknown> {
    try {
      await ready;
      return await redis.call(command, [...parameters]);
    } catch (error) {
      // The client says only that the connection is closed. Its errors hold the command, and so the password.
      throw readFailureOf(failure ?? error);
    }
  }

  return {
    /** Whether neither side has closed the connection. */
    get isOpen(): boolean {
      return !stream.destroyed;
    },
    async authenticate({ username, password = '' }: RedisCredentials) {
      await send('AUTH', username ? [username, password] : [password]);
    },
    info: async () => String(await send('INFO')),
    /** Closes the socket at once, even while it connects. Pending calls reject. */
    destroy() {
      stream.destroy();
      redis.disconnect();
    },
  };
}

function openSocket({ host, port, tls }: RedisAddress): Socket {
  if (tls === undefined) return connectTcp({ host, port, noDelay: true });
  // An IP address is no server name in TLS.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ ...servername, ...tls, host, port });
}

/** The longest reply. The reply to INFO has a few kilobytes. */
const LIMIT_BYTES = 256 * 1024;

/** The beginning of each reply to AUTH and INFO: a simple string, an error, or a bulk string (RESP2). */
const REPLY = /^(?:[+-]|\$(?:\d|$))/;

/**
 * A stream for the Redis client. It fails if an answer does not begin as a Redis reply, or has more than 256 KiB. The
 * client's parsers grow without limit, and may throw outside of any promise, which would end the process.
 */
function guardReplies(socket: Socket): Duplex {
  /** The bytes since the last command, and the first of them. */
  let bytes = 0;
  let begin = '';

  const guard = new Duplex({
    // The socket is never paused. `LIMIT_BYTES` limits what is buffered.
    read() {},
    // The client writes each command at once.
    write(chunk: Buffer, encoding, done) {
      bytes = 0;
      begin = '';
      socket.write(chunk, encoding, done);
    },
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });

  socket.on('data', (chunk) => {
    bytes += chunk.length;
    begin = (begin + chunk.toString('latin1', 0, 2)).slice(0, 2);
    try {
      if (!REPLY.test(begin)) throw new ReadFailure('the server does not speak the protocol of Redis');
      if (bytes > LIMIT_BYTES)
        throw new ReadFailure(`the answer is larger than ${LIMIT_BYTES / 1024} KiB. Is the server a Redis server?`);
      guard.push(chunk);
    } catch (error) {
      guard.destroy(error as Error);
    }
  });
  socket.on('error', (error) => guard.destroy(error));
  socket.on('close', () => guard.destroy());
  return guard;
}

function connected(socket: Socket, { tls }: RedisAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(tls === undefined ? 'connect' : 'secureConnect', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection is closed')));
  });
}

function createClient(opened: Promise<void>, stream: Duplex): Redis {
  /** The client's own connectors do not expose the socket, and cannot close it while it connects. */
  class Connector extends AbstractConnector {
    override connect(): Promise<never> {
      // The client uses nothing of a socket with these options.
      return opened.then(() => stream as never);
    }
    override disconnect(): void {
      stream.destroy();
    }
  }
  const redis = new Redis({
    Connector: Connector as never,
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // The ready check sends INFO before AUTH.
    enableReadyCheck: false,
    disableClientInfo: true,
    // The socket has these options already, and the stream has no methods for them.
    noDelay: false,
    keepAlive: null as never,
    // ioredis 6 has this option and defaults to RESP3. The guard passes RESP2.
    ...{ protocol: 2 },
  });
  // Each failure also rejects the pending call.
  redis.on('error', () => {});
  return redis;
}
