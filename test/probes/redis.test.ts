import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/core/records/database.js';
import type { UsageSourceContext } from '../../src/core/limits/usage-source.js';
import { FleetError } from '../../src/core/shared/fleet-error.js';
import { readFailureOf } from '../../src/probes/redis/describe-failure.js';
import { redisInfo, type RedisInfoOptions } from '../../src/probes/redis/index.js';
import { rejectionOf } from '../support/failure-of.js';
import { createLeakSearch } from '../support/leaks.js';
import { createManualClock } from '../support/manual-clock.js';
import { infoReply, startReplyServer } from '../support/reply-server.js';
import { sampleDatabase } from '../support/sample-database.js';
import { eventually } from '../support/eventually.js';

const password = 'CANARY-password-of-the-database';
const username = 'CANARY-name-of-the-user';
const leaksOf = createLeakSearch([password, username]);

const info = {
  redis_version: '7.0.15',
  connected_clients: 12,
  used_memory: 1_048_576,
  instantaneous_ops_per_sec: 345,
  total_commands_processed: 9_876_543_210,
  total_net_input_bytes: 5,
  aof_enabled: 1,
  aof_current_size: 2_097_152,
};

const usage = {
  // Without the connection of the source.
  db_max_clients: 11,
  db_memory_threshold: 1_048_576,
  db_max_commands_per_second: 345,
  db_request_limit: 9_876_543_210,
  db_disk_threshold: 2_097_152,
};

const answerInfo = (socket: Socket, [name]: readonly string[]): void =>
  void socket.write(name === 'INFO' ? infoReply(info) : '+OK\r\n');

function recordAt(port: number, fields: Partial<Database> = {}): Database {
  return { ...sampleDatabase, state: 'active', endpoint: '127.0.0.1', port, tls: false, ...fields };
}

/** A context of a read, as a fleet passes it. */
function contextOf(passwords: readonly (string | undefined)[] = [password]) {
  const controller = new AbortController();
  const credentials = vi.fn<UsageSourceContext<'database'>['credentials']>(async (options) => {
    const last = passwords[options?.refresh === true ? 1 : 0] ?? passwords[0];
    return last === undefined ? {} : { password: last };
  });
  return { signal: controller.signal, credentials, abort: () => controller.abort() };
}

/** Makes a source that is disposed of after the test. */
function sourceOf(options?: RedisInfoOptions) {
  const source = redisInfo(options);
  onTestFinished(() => source.dispose?.());
  return source;
}

/** Reads once, and returns the error of the read. */
const failureOfRead = (record: Database, options?: RedisInfoOptions): Promise<Error> =>
  rejectionOf(sourceOf(options).read(record, contextOf()));

describe('redisInfo', () => {
  test('leaves out fields that the server does not send, and the disk without an append-only file', async () => {
    const { port } = await startReplyServer((socket) => {
      socket.write(infoReply({ used_memory: 7, aof_enabled: 0, aof_current_size: 9 }));
    });
    expect(await sourceOf().read(recordAt(port), contextOf([undefined]))).toEqual({ db_memory_threshold: 7 });
  });

  test('reports the fields of INFO that a limit has over one connection, which it closes when it is idle', async () => {
    const { port, sockets, accepted, commands } = await startReplyServer(answerInfo);
    const clock = createManualClock();
    const source = sourceOf({ clock, idleMs: 1000 });
    for (let read = 0; read < 3; read++) expect(await source.read(recordAt(port), contextOf())).toEqual(usage);
    expect(accepted()).toBe(1);
    expect(commands).toEqual([['AUTH', password], ['INFO'], ['INFO'], ['INFO']]);
    await clock.advance(999);
    expect(sockets.size).toBe(1);
    await clock.advance(1);
    await eventually(() => expect(sockets.size).toBe(0));
    expect(await source.read(recordAt(port), contextOf())).toEqual(usage);
    await source.dispose?.();
    expect(clock.pending).toBe(0);
  });

  test('opens another connection after the server closed the first, for another address, and after it was removed', async () => {
    const { port, sockets, accepted } = await startReplyServer(answerInfo);
    const source = sourceOf();
    const read = async () => source.read(recordAt(port), contextOf());
    await read();
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(sockets.size).toBe(0));
    // The source notices the end in one of the next turns of the event loop. An earlier read fails.
    expect(await eventually(read)).toEqual(usage);
    expect(accepted()).toBe(2);
    await source.dispose?.();
    await eventually(() => expect(sockets.size).toBe(0));
    expect(await read()).toEqual(usage);
    expect(accepted()).toBe(3);
    const moved = await startReplyServer(answerInfo);
    await source.read(recordAt(moved.port), contextOf());
    await eventually(() => expect(sockets.size).toBe(0));
    expect(moved.accepted()).toBe(1);
  });

  test('does not read a suspended database, and reads it again when it is active', async () => {
    const { port, sockets, accepted } = await startReplyServer(answerInfo);
    const source = sourceOf();
    expect(await source.read(recordAt(port, { state: 'suspended' }), contextOf())).toBeUndefined();
    expect(accepted()).toBe(0);
    await source.read(recordAt(port), contextOf());
    await source.read(recordAt(port, { state: 'suspended' }), contextOf());
    await eventually(() => expect(sockets.size).toBe(0));
    expect(await source.read(recordAt(port), contextOf())).toEqual(usage);
  });

  test('names the option to pass for an endpoint that is an identifier', async () => {
    const { message } = await failureOfRead(recordAt(6379, { endpoint: 'eu1-rare-cat-31337' }));
    expect(message).toContain('Pass the option `hostOf`');
    const { port } = await startReplyServer(answerInfo);
    const source = sourceOf({ hostOf: ({ endpoint }) => (endpoint === 'cat' ? 'localhost' : ''), portOf: () => port });
    expect(await source.read(recordAt(0, { endpoint: 'cat' }), contextOf())).toEqual(usage);
  });

  test.each([
    ['a host with a port', { endpoint: 'db.example.com:6379' }],
    ['no endpoint', { endpoint: undefined as never }],
    ['a port that is too large', { port: 65_536 }],
  ])('refuses %s, and connects to nothing', async (_, fields) => {
    expect((await failureOfRead(recordAt(6379, fields))).message).toMatch(
      /^the (?:endpoint|port) of the record is not/,
    );
  });

  test.each([
    ['with a user name', { username, password }, [username, password]],
    ['without a user name if it is empty, as of an unset variable', { username: '', password }, [password]],
  ])('sends the credentials of the option, %s', async (_, given, sent) => {
    const { port, commands } = await startReplyServer(answerInfo);
    const context = contextOf();
    await sourceOf({ credentials: async () => given }).read(recordAt(port), context);
    expect(commands[0]).toEqual(['AUTH', ...sent]);
    expect(context.credentials).not.toHaveBeenCalled();
  });

  test.each([
    ['throws', () => Promise.reject(new TypeError(password)), 'threw TypeError'],
    ['returns a number', () => ({ password: 5 as never }), 'did not return an object'],
    ['returns the password itself', () => password as never, 'did not return an object'],
  ])('says so if the option `credentials` %s', async (_, credentials, expected) => {
    const { port } = await startReplyServer(answerInfo);
    const error = await failureOfRead(recordAt(port), { credentials });
    expect(error.message).toContain(expected);
    expect(leaksOf(error)).toEqual([]);
  });

  test('passes on the error of a fleet without an account', async () => {
    const { port } = await startReplyServer(answerInfo);
    const refusal = new FleetError('forbidden', 'get-database', 'credentials are not available');
    const context = { ...contextOf(), credentials: () => Promise.reject(refusal) };
    await expect(sourceOf().read(recordAt(port), context)).rejects.toBe(refusal);
  });

  test('reads a database that needs no password', async () => {
    const { port } = await startReplyServer((socket, [name]) => {
      const refusal = '-ERR AUTH <password> called without any password configured for the default user.\r\n';
      socket.write(name === 'AUTH' ? refusal : infoReply(info));
    });
    expect(await sourceOf().read(recordAt(port), contextOf())).toEqual(usage);
  });

  test.each([
    ['WRONGPASS', '-WRONGPASS invalid username-password pair or user is disabled.\r\n'],
    ['the error of version 5', '-ERR invalid password\r\n'],
  ])('fetches the password once more after %s', async (_, refusal) => {
    const { port, commands } = await startReplyServer((socket, [name, given]) => {
      if (name === 'AUTH') socket.write(given === 'new' ? '+OK\r\n' : refusal);
      else socket.write(infoReply(info));
    });
    const context = contextOf(['old', 'new']);
    expect(await sourceOf().read(recordAt(port), context)).toEqual(usage);
    expect(commands).toEqual([['AUTH', 'old'], ['AUTH', 'new'], ['INFO']]);
    expect(context.credentials).toHaveBeenCalledTimes(2);
  });

  test('does not send a refused password twice', async () => {
    const { port, commands } = await startReplyServer((socket) => socket.write('-WRONGPASS no\r\n'));
    expect((await failureOfRead(recordAt(port))).message).toBe('the database refuses the password');
    expect(commands).toHaveLength(1);
  });

  test('authenticates a kept connection again when the server asks for it', async () => {
    let isAuthenticated = false;
    const { port, accepted, commands } = await startReplyServer((socket, [name]) => {
      if (name === 'AUTH') isAuthenticated = true;
      if (name === 'AUTH') socket.write('+OK\r\n');
      else socket.write(isAuthenticated ? infoReply(info) : '-NOAUTH Authentication required.\r\n');
    });
    const source = sourceOf();
    await source.read(recordAt(port), contextOf());
    isAuthenticated = false;
    expect(await source.read(recordAt(port), contextOf())).toEqual(usage);
    expect(accepted()).toBe(1);
    expect(commands.map(([name]) => name)).toEqual(['AUTH', 'INFO', 'INFO', 'AUTH', 'INFO']);
  });

  test('refuses options that it does not know, and values of the wrong type', () => {
    expect(() => redisInfo({ host: 'x', hostOf: 'x', idleMs: -1 } as never)).toThrow(/host: unknown option/);
    expect(() => redisInfo({ hostOf: 'x', idleMs: -1, tls: true } as never)).toThrow(
      /hostOf: expected a function; tls: expected an object.*; idleMs: expected 0 or more/,
    );
  });
});

describe('the connection of redisInfo with TLS', () => {
  const fixture = (name: string) => readFile(new URL(`fixtures/${name}.pem`, import.meta.url), 'utf8');
  /** A key that only these tests use. */
  const certificate = async () => ({ cert: await fixture('localhost-cert'), key: await fixture('localhost-key') });

  test('trusts the authority of the option `tls`', async () => {
    const { cert, key } = await certificate();
    const { port } = await startReplyServer(answerInfo, { tls: { cert, key } });
    for (const endpoint of ['127.0.0.1', 'localhost']) {
      const source = sourceOf({ tls: { ca: cert } });
      expect(await source.read(recordAt(port, { endpoint, tls: true }), contextOf())).toEqual(usage);
    }
  });

  test.each([
    ['does not trust a certificate of its own by default', {}, 'the TLS certificate is not trusted (DEPTH_ZERO_SELF'],
    ['checks the name in the certificate', { servername: 'db.example.com' }, '(ERR_TLS_CERT_ALTNAME_INVALID)'],
  ])('%s, and sends no password', async (_, tls, expected) => {
    const { cert, key } = await certificate();
    const { port, commands } = await startReplyServer(answerInfo, { tls: { cert, key } });
    const options = 'servername' in tls ? { tls: { ...tls, ca: cert } } : {};
    expect((await failureOfRead(recordAt(port, { tls: true }), options)).message).toContain(expected);
    expect(commands).toEqual([]);
  });

  test('fails with a clear error if the server speaks plain text', async () => {
    const { port } = await startReplyServer((socket) => socket.write('-ERR what\r\n'));
    expect((await failureOfRead(recordAt(port, { tls: true }))).message).toContain('speaks TLS on this port');
  });
});

const flood = Buffer.alloc(65_536, 'x');

/** Sends endlessly, as fast as the client reads. */
function sendForever(socket: Socket, chunk: Buffer): void {
  while (socket.writable && socket.write(chunk));
  if (socket.writable) socket.once('drain', () => sendForever(socket, chunk));
}

/** Servers that do not answer as Redis does: their answer, or what they do, and a part of the expected error. */
const hostile: readonly (readonly [what: string, answer: string | ((socket: Socket) => void), expected: RegExp])[] = [
  ['closes the connection', (socket) => socket.destroy(), /the server closed the connection/],
  ['ends the connection in an answer', (socket) => socket.end('$100\r\nabc'), /the server closed the connection/],
  ['is a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n', /protocol of Redis/],
  ['announces a bulk string of no length', '$NaN\r\n', /protocol of Redis/],
  ['sends gigabytes', (socket) => (socket.write('+'), sendForever(socket, flood)), /larger than 256 KiB/],
  ['answers with a text that is not INFO', '$2\r\nhi\r\n', /does not answer INFO as Redis does/],
  ['answers NaN', infoReply({ used_memory: NaN }), /used_memory of INFO is not a whole number/],
  ['answers a number of 400 digits', infoReply({ used_memory: '9'.repeat(400) }), /used_memory/],
  ['does not know INFO', "-ERR unknown command 'INFO'\r\n", /does not know the commands/],
  ['forbids INFO', '-NOPERM no permissions\r\n', /may not run INFO/],
  [
    'has too many clients',
    (socket) => socket.end('-ERR max number of clients reached\r\n'),
    /as many clients as it allows/,
  ],
  ['echoes the password', `-ERR ${password} ${username}\r\n`, /answers with an error \(ERR\)/],
  ['echoes it as a code', `-${password.toUpperCase()}\r\n`, /answers with an error/],
  ['echoes it in INFO', infoReply({ used_memory: password }), /used_memory/],
];

describe('a database whose server', () => {
  test.each(hostile)('%s loses only its own reading', async (_, answer, expected) => {
    const { port, sockets } = await startReplyServer((socket) => {
      if (typeof answer === 'string') socket.write(answer);
      else answer(socket);
    });
    const before = process.memoryUsage().rss;
    const error = await failureOfRead(recordAt(port), { credentials: () => ({ username, password }) });
    expect(error.message).toMatch(expected);
    expect(leaksOf(error)).toEqual([]);
    expect(error.message).not.toMatch(/127\.0\.0\.1|localhost/);
    await eventually(() => expect(sockets.size).toBe(0));
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  });

  test('does not run causes an error without its address', async () => {
    const { message } = await failureOfRead(recordAt(1));
    expect(message).toBe('nothing accepts connections at the endpoint and port of the record');
  });

  test('cannot be reached causes an error that says what to check', () => {
    const { message } = readFailureOf(Object.assign(new Error('x'), { code: 'EHOSTUNREACH' }));
    expect(message).toMatch(/^the host cannot be reached\. Check the network and the firewalls/);
  });

  test.each([
    ['does not answer', { tls: false }],
    ['does not answer the handshake of TLS, which a record without the field needs', { tls: undefined as never }],
  ])('%s is left at the deadline, and its socket is closed', async (_, fields) => {
    const { port, sockets, commands } = await startReplyServer(() => {});
    const context = contextOf();
    const reading = sourceOf().read(recordAt(port, fields), context);
    await eventually(() => expect(commands).toHaveLength(1));
    expect(String(commands).includes('AUTH')).toBe(fields.tls === false);
    context.abort();
    await expect(reading).rejects.toThrow('the server closed the connection');
    await eventually(() => expect(sockets.size).toBe(0));
  });

  test('sends an answer byte by byte is read', async () => {
    const { port } = await startReplyServer((socket, [name]) => {
      const bytes = name === 'AUTH' ? '+OK\r\n' : infoReply(info);
      const send = (at: number): void => {
        if (at < bytes.length) socket.write(bytes.charAt(at), () => setImmediate(send, at + 1));
      };
      socket.setNoDelay(true);
      send(0);
    });
    expect(await sourceOf().read(recordAt(port), contextOf())).toEqual(usage);
  });
});
