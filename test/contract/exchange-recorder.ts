import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../support/listen.js';

/** A request as the socket received it. */
export interface RecordedRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** The parsed JSON body; absent if the body is empty. */
  readonly body?: unknown;
}

/** A server that records each request and answers all requests with the same text. */
export interface ExchangeRecorder {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  answer: string;
  close(): Promise<void>;
}

/** Starts a recorder on a free port of loopback. It uses plain node:http, without code of this project. */
export async function createExchangeRecorder(): Promise<ExchangeRecorder> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void record(request).then((recorded) => {
      requests.push(recorded);
      response.writeHead(200, { 'content-type': 'application/json' }).end(recorder.answer);
    });
  });
  // On a busy machine more than the usual 5 s may pass between two requests over a connection.
  server.keepAliveTimeout = 120_000;
  const recorder: ExchangeRecorder = { ...(await listen(server)), requests, answer: '' };
  return recorder;
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const [path = '', query = ''] = (request.url ?? '').split('?');
  return {
    method: request.method ?? '',
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: { ...request.headers },
    ...(text !== '' && { body: JSON.parse(text) }),
  };
}
