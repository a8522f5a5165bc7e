import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers in JSON where Node would answer without a body: input that is not HTTP, headers that are too large, a late request. */
export function answerProtocolErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => answers.set(socket, answer));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    const { headersSent = false, writableFinished = true } = answers.get(socket) ?? {};
    const isAnswered = headersSent && !writableFinished;
    if (!socket.writable || code === 'ECONNRESET' || isAnswered) return void socket.destroy();
    const status = STATUS_BY_CODE[code] ?? 400;
    const words = STATUS_CODES[status] ?? 'Bad Request';
    const body = JSON.stringify({ error: words.toLowerCase() });
    socket.write(
      `HTTP/1.1 ${status} ${words}\r\ncontent-type: application/json\r\ncache-control: no-store\r\nconnection: close\r\n` +
        `content-length: ${body.length}\r\n\r\n${body}`,
    );
    (socket as Socket).destroySoon();
  });
}
