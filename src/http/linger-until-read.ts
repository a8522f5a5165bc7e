import type { IncomingMessage } from 'node:http';
import type { Clock } from '../core/shared/clock.js';

/** How long a client may continue to send a request that is already answered. */
const LINGER_MS = 1000;

/** How much of such a request is discarded. Clients have less in flight when the answer reaches them. */
const LINGER_BYTES = 8 * 1024 * 1024;

/**
 * Closes the connection after an answer to an incomplete request, such as a 401 or 413. The bytes of the answer are
 * sent at once. Its end is delayed while the rest of the request is discarded. Otherwise Node would close the
 * connection with unread input, which resets the connection. A client that sends its whole request before it reads
 * would then lose the answer (RFC 9112, section 9.6).
 */
export function lingerUntilRead(answer: Response, request: IncomingMessage, clock: Clock): Response {
  if (request.complete) return answer;
  const headers = new Headers(answer.headers);
  headers.set('connection', 'close');
  const { status, statusText } = answer;
  const lingering = new TransformStream<Uint8Array, Uint8Array>({ flush: () => discard(request, clock) });
  // A failure appears on the readable side.
  return new Response(answer.body?.pipeThrough(lingering) ?? null, { status, statusText, headers });
}

/** Discards a request until it ends, or until a limit of time or bytes is reached. */
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
    // If the handler also reads the request, this listener only counts bytes.
    request.on('data', count).once('close', end);
  });
}
