import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../core/shared/clock.js';

/** How long a client has to read the error before its connection is closed. */
const LINGER_MS = 1000;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/**
 * Answers in JSON where Node would send its own answer or none: input that is not HTTP, headers that are too large, a
 * request that times out, an unknown `Expect`, CONNECT.
 */
export function answerProtocolErrors(server: Server, clock: Clock): void {
  const lastAnswers = new WeakMap<Duplex, ServerResponse>();
  const ended = new WeakSet<Duplex>();

  const end = (socket: Duplex, status: number, headers = ''): void => {
    ended.add(socket);
    // Node removes its own listener before it emits `connect`. Without one, a reset by the client ends the process.
    socket.on('error', () => {});
    socket.end(rawAnswer(status, headers));
    // Closing at once with unread input would reset the connection, and the client could lose the answer.
    const cancel = clock.schedule(() => socket.destroy(), LINGER_MS);
    socket.once('close', cancel);
  };

  server.on('request', (request: IncomingMessage, answer: ServerResponse) => lastAnswers.set(request.socket, answer));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (ended.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
    const answer = lastAnswers.get(socket);
    if (answer === undefined || answer.writableFinished) return end(socket, status);
    // The previous request is complete. Its answer goes first.
    if (answer.req.complete) return void answer.once('close', () => socket.writable && end(socket, status));
    if (answer.headersSent) socket.destroy();
    else end(socket, status);
  });
  server.on('checkExpectation', (_: IncomingMessage, answer: ServerResponse) => {
    const body = bodyOf(417);
    answer.writeHead(417, { ...JSON_HEADERS, 'content-length': body.length }).end(body);
  });
  server.on('connect', (_: IncomingMessage, socket: Duplex) => end(socket, 405, 'allow: GET, POST\r\n'));
}

const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

function bodyOf(status: number): string {
  return JSON.stringify({ error: (STATUS_CODES[status] ?? 'bad request').toLowerCase() });
}

function rawAnswer(status: number, headers: string): string {
  const body = bodyOf(status);
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
    'content-type: application/json\r\ncache-control: no-store\r\nconnection: close\r\n' +
    `content-length: ${body.length}\r\n${headers}\r\n${body}`
  );
}
