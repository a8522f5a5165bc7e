import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the socket. */
export interface RecordedRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON; absent where no byte was sent. */
  readonly body?: unknown;
}

/** A server that notes each request and answers all of them with one text. */
export interface ExchangeRecorder {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  answer: string;
  close(): Promise<void>;
}

/** Starts a recorder on a free loopback port; plain node:http, so that nothing of ours stands in between. */
export async function createExchangeRecorder(): Promise<ExchangeRecorder> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    void record(request).then((recorded) => {
      requests.push(recorded);
      response.writeHead(200, { 'content-type': 'application/json' }).end(recorder.answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const recorder: ExchangeRecorder = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: '',
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
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
