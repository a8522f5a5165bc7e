import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionDropped } from './connection-dropped.js';

/** How many requests of one connection may wait for their turn. Clients that pipeline send a few. */
const MAX_WAITING = 64;

/** The requests of each connection that have no complete answer yet. */
export interface Turns {
  /**
   * Resolves when a request may be worked on: when all earlier answers of its connection have left this process. Else a
   * few kilobytes of requests could fill the memory with answers that the client never reads. A connection on which
   * too many requests wait is closed.
   *
   * @throws ConnectionDropped when too many wait, or the connection has closed meanwhile.
   */
  take(outgoing: ServerResponse): Promise<void>;
}

/**
 * Makes the turns of a server's connections, and closes each connection whose client does not read.
 *
 * @param writeTimeoutMs how long a client may read nothing of an answer, milliseconds. Node notices within twice that time.
 */
export function createTurns(server: Server, writeTimeoutMs: number): Turns {
  const latest = new WeakMap<Socket, Promise<void>>();
  const open = new WeakMap<Socket, number>();

  // Node reports here that nothing was read from the socket or written to it for a while, and no longer acts itself.
  server.on('timeout', (socket: Socket) => {
    // A request whose answer is still being made is not the client's fault, nor is a request that still arrives: that
    // has a time limit of its own. A connection without a request has been kept alive for long enough.
    if ((open.get(socket) ?? 0) === 0 || socket.writableLength > 0) socket.destroy();
  });

  return {
    async take(outgoing) {
      const { socket } = outgoing.req;
      const waiting = open.get(socket) ?? 0;
      if (waiting > MAX_WAITING) {
        socket.destroy();
        throw new ConnectionDropped();
      }
      open.set(socket, waiting + 1);
      socket.setTimeout(writeTimeoutMs);
      const earlier = latest.get(socket);
      const answered = new Promise<void>((resolve) => outgoing.once('close', resolve));
      latest.set(socket, answered);
      void answered.then(() => open.set(socket, (open.get(socket) ?? 1) - 1));
      await earlier;
      // The client cannot get an answer, so the request is not begun.
      if (socket.destroyed) throw new ConnectionDropped();
    },
  };
}
