import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Answers in JSON where Node would answer without a body: input that is not HTTP, headers that are too large, a request
 * that times out.
 */
export function answerProtocolErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const failed = new WeakSet<Duplex>();
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => answers.set(socket, answer));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
    // Each further chunk after an error is an error too.
    if (failed.has(socket)) return;
    failed.add(socket);
    const status = STATUS_BY_CODE[code] ?? 400;
    const answer = answers.get(socket);
    if (answer === undefined || answer.writableFinished) return end(socket, status);
    // The previous request is complete. Its answer goes first: it may name a database that the request created.
    if (answer.req.complete) return void answer.once('close', () => end(socket, status));
    if (answer.headersSent) socket.destroy();
    else end(socket, status);
  });
}

/** Sends an error as the last answer of a connection. */
function end(socket: Duplex, status: number): void {
  if (!socket.writable) return void socket.destroy();
  const words = STATUS_CODES[status] ?? 'Bad Request';
  const body = JSON.stringify({ error: words.toLowerCase() });
  socket.write(
    `HTTP/1.1 ${status} ${words}\r\ncontent-type: application/json\r\ncache-control: no-store\r\nconnection: close\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  (socket as Socket).destroySoon();
}
