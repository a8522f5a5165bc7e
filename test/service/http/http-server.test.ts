import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startHttpServer, type HttpServer, type HttpServerOptions } from '../../../src/http/http-server.js';
import { createService } from '../../../src/service/index.js';
import { systemClock } from '../../../src/core/shared/clock.js';
import { createManualClock } from '../../support/manual-clock.js';
import { exchange, exchangeBytes, parseAnswers, type Bytes, type RawAnswer } from '../../support/raw-exchange.js';

const AUTHORIZATION = `Authorization: Basic ${btoa('someone:canary-password')}`;
const JSON_TYPE = 'Content-Type: application/json';
const CREATE = 'POST /v2/redis/database';
const BODY = JSON.stringify({ database_name: 'orders', platform: 'aws', primary_region: 'eu-west-1' });

const notices: string[] = [];
const service = createService({
  credentials: { username: 'someone', password: 'canary-password' },
  onNotice: (message) => notices.push(message),
});
const { port } = await service.listen();
afterAll(() => service.close());

/** Serves a handler until the test ends. */
async function serve(
  handle: HttpServerOptions['handle'],
  options: Partial<HttpServerOptions> = {},
): Promise<HttpServer> {
  const server = await startHttpServer({ handle, clock: systemClock, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Builds the head of a request from lines. Adds a valid Host header if there is none. */
function head(first: string, ...headers: string[]): string {
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: localhost'];
  return [`${first} HTTP/1.1`, ...host, 'Connection: close', ...headers, '', ''].join('\r\n');
}

const list = head('GET /v2/vector/index', AUTHORIZATION);

function post(body: Bytes, ...headers: string[]): Bytes[] {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [head(CREATE, AUTHORIZATION, JSON_TYPE, length, ...headers), body];
}

function expectJsonError(answer: RawAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(answer.body)).toEqual({ error: expect.stringMatching(/./) });
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
}

async function expectStillServing(): Promise<void> {
  expect((await exchange(port, [list])).status).toBe(200);
  expect(notices).toEqual([]);
}

const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
const inChunks = [
  head(CREATE, AUTHORIZATION, JSON_TYPE, 'Transfer-Encoding: chunked'),
  ...Array.from({ length: 50 }, () => chunk),
  '0\r\n\r\n',
];
const large = Buffer.alloc(5_000_000, 'x');

describe('a refused request', () => {
  // A client that sends everything before it reads must get the answer and not a connection reset.
  it.each<[string, number, readonly Bytes[]]>([
    ['a large body with a length', 413, post(large)],
    ['a large body in chunks', 413, inChunks],
    ['a large body without credentials', 401, [head(CREATE, 'Content-Length: 5000000'), large]],
  ])('(%s) gets %i in JSON, and the next request is answered', async (_, status, parts) => {
    expectJsonError(await exchange(port, parts), status);
    await expectStillServing();
  });

  const keepOpen = (text: string): string => text.replace('Connection: close\r\n', '');

  it.each<[number, string, Bytes]>([
    [413, 'in chunks', [keepOpen(inChunks[0] ?? ''), ...inChunks.slice(1)].join('')],
    [401, 'without credentials', keepOpen(head(CREATE, 'Content-Length: 5000000')) + 'x'.repeat(9e5)],
  ])('%i closes the connection of a body %s, and its later requests get no answer', async (status, _, bytes) => {
    const answers = parseAnswers(await exchangeBytes(port, [bytes, list]));
    expect(answers.map((answer) => [answer.status, answer.headers.get('connection')])).toEqual([[status, 'close']]);
    await expectStillServing();
  });

  it('an endless body without credentials is not read to the end', async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    const more = Buffer.alloc(1_000_000);
    const send = (): void => void (socket.writable && socket.write(more, send));
    socket.write(keepOpen(head(CREATE, 'Content-Length: 9000000000')), send);
    await closed;
    expect(parseAnswers(text).map((answer) => answer.status)).toEqual([401]);
    // The discarded bytes, the buffers of the kernel, and the current write.
    expect(socket.bytesWritten).toBeLessThan(40_000_000);
  });

  it('a refused complete request keeps the connection open', async () => {
    const refused = keepOpen(head('GET /v2/vector/index'));
    const answers = parseAnswers(await exchangeBytes(port, [refused, list]));
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });
});

describe('the Host header', () => {
  it.each(['LOCALHOST:80', '127.0.0.1', '[::1]:8080'])('%s is served', async (host) => {
    const answer = await exchange(port, [head('GET /v2/vector/index', AUTHORIZATION, `Host: ${host}`)]);
    expect(answer.status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', 'localhost@evil.example', '0.0.0.0', 'localhost:99999', ''])(
    '%j is refused before credentials and paths are checked',
    async (host) => {
      expectJsonError(await exchange(port, [head('GET /v2/nothing', `Host: ${host}`)]), 403);
      expectJsonError(await exchange(port, [head('GET /v2/vector/index', AUTHORIZATION, `Host: ${host}`)]), 403);
      await expectStillServing();
    },
  );

  it('is required', async () => {
    const none = `GET /v2/vector/index HTTP/1.1\r\nConnection: close\r\n${AUTHORIZATION}\r\n\r\n`;
    expectJsonError(await exchange(port, [none]), 400);
    expectJsonError(await exchange(port, [none.replace('1.1', '1.0')]), 400);
  });

  it('gives way to the host in an absolute target', async () => {
    const target = (origin: string): string => head(`GET ${origin}/v2/vector/index`, AUTHORIZATION);
    expect((await exchange(port, [target(`http://localhost:${port}`)])).status).toBe(200);
    expectJsonError(await exchange(port, [target('http://localhost:99999')]), 404);
    for (const origin of ['http://evil.example', 'ftp://evil.example', 'http://', 'http://localhost@evil.example']) {
      expectJsonError(await exchange(port, [target(origin)]), 403);
    }
  });
});

describe('other features of HTTP', () => {
  it('answer 100-continue, then the request', async () => {
    expect((await exchange(port, post(BODY, 'Expect: 100-continue'))).status).toBe(200);
  });

  it.each(['OPTIONS *', 'GET //evil.example/v2/vector/index'])('answer %s with 404', async (target) =>
    expectJsonError(await exchange(port, [head(target, AUTHORIZATION)]), 404),
  );
});

describe('a connection', () => {
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('is closed when more than 16 of its requests have no answer', async () => {
    let handled = 0;
    const handle = (): Promise<Response> => {
      handled += 1;
      return new Promise(() => {});
    };
    const server = await serve(handle);
    const answer = exchangeBytes(server.port, [request.repeat(1000)]);
    expect(await answer.catch(({ code }: NodeJS.ErrnoException) => code)).toMatch(/^(?:ECONNRESET|EPIPE)?$/);
    expect(handled).toBe(16);
  });

  it('is closed when its client reads nothing of an answer', async () => {
    const gone: Promise<unknown>[] = [];
    const handle = async ({ signal }: Request): Promise<Response> => {
      gone.push(once(signal, 'abort'));
      return new Response(new Uint8Array(20_000_000), { headers: { 'content-length': '20000000' } });
    };
    const server = await serve(handle, { writeTimeoutMs: 100 });
    const socket = connect(server.port, '127.0.0.1');
    socket.pause().on('error', () => {});
    socket.write(request);
    while (gone.length === 0) await setImmediate();
    // The server closes the connection although the client is still connected.
    await Promise.all(gone);
    expect(socket.readableEnded).toBe(false);
    socket.destroy();
  });

  it('of a client that reads slowly gets the whole answer', async () => {
    const size = 6_000_000;
    const handle = async (): Promise<Response> =>
      new Response(new Uint8Array(size), { headers: { 'content-length': String(size) } });
    const server = await serve(handle, { writeTimeoutMs: 1000 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let read = 0;
    const startedMs = performance.now();
    for await (const chunk of socket) {
      // The server has to wait for the client, for longer than its timeout in total.
      await setTimeout(25);
      read += (chunk as Buffer).length;
    }
    expect(read).toBeGreaterThan(size);
    expect(performance.now() - startedMs).toBeGreaterThan(2000);
  });
});

it.each([
  ['half a head', 'GET / HTTP/1.1\r\nHost: local'],
  ['chunks without an end', 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'],
])('the deadline of a request closes a connection with %s, with 408', async (_, bytes) => {
  const server = await serve(async (request) => new Response(await request.text()), { requestTimeoutMs: 100 });
  expect(await exchangeBytes(server.port, [bytes])).toMatch(/^HTTP\/1\.1 408 /);
});

it('the deadline of a request does not apply to a complete request with a slow answer', async () => {
  let answer = (): void => {};
  const asked = new Promise<Response>((resolve) => (answer = () => resolve(new Response('late', LENGTH))));
  const server = await serve(() => asked, { requestTimeoutMs: 300 });
  const exchanged = exchange(server.port, [list]);
  // Longer than the limit and the interval at which the server looks for late requests.
  await setTimeout(700);
  answer();
  expect((await exchanged).body).toBe('late');
});

it.each([
  ['with half a request', 'GET / HTTP/1.1\r\n'],
  ['with a pending answer', list],
])('close ends a connection %s without a timer', async (_, bytes) => {
  const handle = (request: Request): Promise<Response> => request.text().then(() => new Promise(() => {}));
  const server = await startHttpServer({ handle, clock: createManualClock() });
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  await new Promise((resolve) => socket.write(bytes, resolve));
  await setImmediate();
  await server.close();
  socket.end();
  await expect(closed).resolves.toBeTypeOf('boolean');
});

const LENGTH = { headers: { 'content-length': '4' } };
