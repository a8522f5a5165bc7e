import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than clients that pipeline send, mostly one; and few enough for answers of many megabytes each. */
const AT_ONCE = 4;

/**
 * Makes what a request waits for before it is worked on: of those that one socket has sent without waiting for an
 * answer, a few have their turn at a time. Else a few kilobytes of requests could fill the memory with answers, which
 * wait for a client that need not even read.
 */
export function createTurns(): (outgoing: ServerResponse) => Promise<void> {
  const latest = new WeakMap<Socket, Promise<void>[]>();
  return async (outgoing) => {
    const { socket } = outgoing.req;
    const answers = latest.get(socket) ?? [];
    latest.set(socket, answers);
    // Answers leave a socket in the order of its requests. One whose socket is gone never ends, and nobody waits.
    answers.push(new Promise((resolve) => outgoing.once('close', resolve)));
    if (answers.length > AT_ONCE) await answers.shift();
  };
}
