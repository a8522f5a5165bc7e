import type { IncomingMessage } from 'node:http';
import type { Clock } from '../shared/clock.js';

/** How long a client may go on sending a request that has its answer already. */
const LINGER_MS = 2000;

/**
 * Holds back the end of an answer that comes before the request was read to its end, such as a 413. Its bytes are
 * sent at once. But where the connection ends with the answer, Node would close it with input unread, which resets
 * it; and a client that sends all before it reads would never learn why.
 */
export function lingerUntilRead(answer: Response, request: IncomingMessage, clock: Clock): Response {
  if (request.complete || answer.body === null) return answer;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    flush: () => readToEnd(request, clock),
  });
  // Where the answer fails or is not taken, the other side of the stream says so.
  answer.body.pipeTo(writable).catch(() => {});
  return new Response(readable, answer);
}

function readToEnd(request: IncomingMessage, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(resolve, LINGER_MS);
    request.once('close', () => {
      cancel();
      resolve();
    });
    // Whoever reads it already goes on with that.
    if (request.listenerCount('data') === 0) request.resume();
  });
}
