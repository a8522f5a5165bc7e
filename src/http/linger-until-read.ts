import type { IncomingMessage } from 'node:http';
import type { Clock } from '../core/shared/clock.js';

/** How long a client may go on sending a request that has its answer already. */
const LINGER_MS = 1000;

/** How much of it is read and thrown away. More than clients have in flight when the answer reaches them. */
const LINGER_BYTES = 8 * 1024 * 1024;

/**
 * Makes an answer that comes before the whole request has arrived, such as a 401 or 413, the last one of its
 * connection: the rest of the request is not worth reading.
 *
 * The bytes of the answer are sent at once. Its end is held back for a moment while the rest of the request is thrown
 * away: Node would close the connection with input unread, which resets it, and a client that sends all before it reads
 * would lose the answer (RFC 9112, section 9.6).
 */
export function lingerUntilRead(answer: Response, request: IncomingMessage, clock: Clock): Response {
  if (request.complete) return answer;
  const headers = new Headers(answer.headers);
  headers.set('connection', 'close');
  const { status, statusText } = answer;
  if (answer.body === null) return new Response(null, { status, statusText, headers });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    flush: () => discard(request, clock),
  });
  // Where the answer fails or is not taken, the other side of the stream says so.
  answer.body.pipeTo(writable).catch(() => {});
  return new Response(readable, { status, statusText, headers });
}

/** Reads a request until it ends, or until it has lasted too long or brought too much. */
function discard(request: IncomingMessage, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (): void => {
      cancel();
      request.off('data', count).off('close', end);
      request.pause();
      resolve();
    };
    const count = (chunk: Uint8Array): void => {
      bytes += chunk.byteLength;
      if (bytes >= LINGER_BYTES) end();
    };
    const cancel = clock.schedule(end, LINGER_MS);
    // Where the handler reads the request as well, this only counts.
    request.on('data', count).once('close', end);
  });
}
