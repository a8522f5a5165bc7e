import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionDropped } from './connection-dropped.js';

/** How many requests of one connection may wait. Clients that pipeline send a few. */
const MAX_WAITING = 64;

/**
 * Makes the queue of a server. The requests of one connection are processed one after another, and the requests of
 * different connections take fair turns. The queue closes each connection whose client does not read.
 *
 * @param writeTimeoutMs how long a client may read nothing of an answer, milliseconds. Node detects this within twice
 *   that time.
 * @returns a function that waits for the turn of a request: until all earlier answers of its connection have left this
 *   process. Otherwise a few kilobytes of requests could fill the memory with answers that the client never reads.
 *   Pipelined requests come after the requests of other clients, so that a client that reads no answer delays no other
 *   client. The function throws `ConnectionDropped` if too many requests wait, or if the connection is closed.
 */
export function createAnswerQueue(server: Server, writeTimeoutMs: number): (outgoing: ServerResponse) => Promise<void> {
  const latest = new WeakMap<Socket, Promise<void>>();
  const open = new WeakMap<Socket, number>();
  const takeTurn = createTurns();

  // With this listener, Node no longer closes an idle socket itself.
  server.on('timeout', (socket: Socket) => {
    // An unfinished answer is not the client's fault. An unfinished request has its own time limit. A connection
    // without a request has exceeded its keep-alive time.
    if ((open.get(socket) ?? 0) === 0 || socket.writableLength > 0) socket.destroy();
  });

  return async (outgoing) => {
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
    await takeTurn(waiting === 0);
    // The client cannot get an answer, so the request is not processed.
    if (socket.destroyed) throw new ConnectionDropped();
  };
}

/** One in this many turns goes to a request that is not preferred, so that it does not wait forever. */
const TURNS = 8;

/** Starts one request in each turn of the event loop. A request that arrives meanwhile can then be the next one. */
function createTurns(): (isPreferred: boolean) => Promise<void> {
  const preferred: (() => void)[] = [];
  const others: (() => void)[] = [];
  let turn = 0;
  let isRunning = false;

  function run(): void {
    turn = (turn + 1) % TURNS;
    const [first, second] = turn === 0 ? [others, preferred] : [preferred, others];
    const start = first.shift() ?? second.shift();
    isRunning = start !== undefined;
    if (!isRunning) return;
    start?.();
    setImmediate(run);
  }

  return (isPreferred) =>
    new Promise((resolve) => {
      (isPreferred ? preferred : others).push(resolve);
      if (!isRunning) run();
    });
}
