import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { DatabaseServers } from '../../../src/service/account/databases.js';
import { createRedisServers, type RedisServersOptions } from '../../../src/service/redis/redis-servers.js';
import { lastOutputLine } from '../../../src/service/redis/redis-process.js';
import { redisSettings, type RedisLimits } from '../../../src/service/redis/redis-settings.js';
import { rejectionOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { listProcesses } from '../../support/processes.js';
import { connectRedis } from '../../support/redis-client.js';
import { redisProcesses } from '../../support/redis-processes.js';
import { standInRedis } from '../../support/stand-in-redis.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { eventually } from '../../support/eventually.js';

const CANARY = 'canary-5f0c"\\ ü\n7';
const database = { password: CANARY, db_max_clients: 20, db_memory_threshold: 50_000_000, eviction: false };

async function openServers(options: Partial<RedisServersOptions> = {}): Promise<DatabaseServers> {
  const servers = await createRedisServers({ mode: 'on', ...options });
  onTestFinished(() => servers.close());
  return servers;
}

/** Starts the server of a database, and returns its address. */
async function start(servers: DatabaseServers, change: object = {}, id = 'db') {
  const { endpoint, port } = await servers.apply(id, { ...database, state: 'active', ...change });
  return { host: endpoint as string, port: port as number };
}

/** A change of the record: its server had this port before. */
const lastPort = (port: number): object => ({ endpoint: '127.0.0.1', port });

async function holdPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe.runIf(inject('hasRedisServer'))('a real redis-server', () => {
  test('refuses other passwords, and keeps its process if it is started again with the same limits', async () => {
    const servers = await openServers();
    const address = await start(servers);
    await expect(connectRedis(address).then((client) => client.get('key'))).rejects.toThrow(/NOAUTH/);
    await expect(connectRedis(address, 'wrong')).rejects.toThrow(/WRONGPASS|invalid/);
    const client = await connectRedis(address, CANARY);
    await start(servers);
    expect(await client.ping()).toBe('PONG');
  });

  test('uses another port if the last port is taken or is not valid', async () => {
    const servers = await openServers();
    for (const port of [await holdPort(), 0, NaN]) {
      const address = await start(servers, lastPort(port), `with-${port}`);
      expect(address.port).not.toBe(port);
      await connectRedis(address, CANARY);
    }
  });

  test('starts and stops in the order of the calls', async () => {
    const servers = await openServers();
    const stop = () => servers.apply('db', { ...database, state: 'suspended' });
    const [first] = await Promise.all([start(servers), stop(), start(servers), stop()]);
    await expect(connectRedis(first, CANARY)).rejects.toThrow(/ECONNREFUSED/);
    expect(await redisProcesses(first.port)).toEqual([]);
  });

  test('does not outlive the service that closes during its start', async () => {
    const servers = await openServers();
    const port = await holdPort();
    const starts = ['a', 'b', 'c'].map((id) => start(servers, {}, id));
    const queued = start(servers, lastPort(port), 'a');
    const outcomes = Promise.allSettled([...starts, queued]);
    await servers.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await expect(start(servers)).rejects.toThrow(/closed/);
  });

  test('leaves no files without a directory, and restricts its folders while it runs', async () => {
    const folder = await temporaryFolder();
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const servers = await openServers();
    await start(servers);
    const [scratch = ''] = await readdir(folder);
    for (const path of [scratch, join(scratch, 'db')]) {
      expect(((await stat(join(folder, path))).mode & 0o777).toString(8)).toBe('700');
    }
    await servers.close();
    expect(await readdir(folder)).toEqual([]);
  });

  test('ends with its watchdog shell', async () => {
    const onNotice = vi.fn<(message: string) => void>();
    const servers = await openServers({ onNotice });
    const { port } = await start(servers);
    const [, shell] = await redisProcesses(port);
    process.kill(shell?.pid as number, 'SIGKILL');
    await eventually(() => expect(onNotice).toHaveBeenCalledOnce());
    expect(await redisProcesses(port)).toEqual([]);
  });

  test('is refused with an empty password', async () => {
    const started = start(await openServers(), { password: '' });
    await expect(started).rejects.toThrow('db: its password must not be empty');
  });

  test('exposes its password in no process list, environment or file', async () => {
    const canary = 'canary-47c1d3';
    vi.stubEnv('FLEETGLASS_PASSWORD', canary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const directory = await temporaryFolder();
    const servers = await openServers({ directory });
    const address = await start(servers, { password: canary });
    await (await connectRedis(address, canary)).set('key', 'value');
    const processes = await redisProcesses(address.port);
    expect(processes).toHaveLength(2);
    const hex = Buffer.from(canary).toString('hex');
    const shown = [...processes.map(({ command }) => command), ...(await everyFileIn(directory))];
    for (const { pid } of processes) shown.push(await readProc(pid, 'cmdline'), await readProc(pid, 'environ'));
    for (const text of shown) {
      expect(text).not.toContain(canary);
      expect(text.replaceAll(String.raw`\x`, '')).not.toContain(hex);
    }
  });
});

async function everyFileIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files).not.toEqual([]);
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
}

/** Empty without /proc. */
function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
}

const failureOf = async (work: Promise<unknown>): Promise<string> =>
  inspect(await rejectionOf(work), { showHidden: true });

async function processesIn(folder: string): Promise<number> {
  return (await listProcesses()).filter(({ command }) => command.includes(folder)).length;
}

describe('a stand-in of redis-server', () => {
  test('fails if the server is not ready in time, and leaves no process', async () => {
    const folder = await standInRedis('echo started >log; exec sleep 600');
    // The arguments of the shell name the temporary folder of the server.
    vi.stubEnv('TMPDIR', folder);
    const clock = createManualClock();
    const servers = await openServers({ clock });
    const outcome = failureOf(start(servers));
    await eventually(() => readFile(join(folder, 'log')));
    expect(await processesIn(folder)).toBeGreaterThan(0);
    await clock.advance(30_000);
    expect(await outcome).toContain('not ready after 30 s');
    expect(await processesIn(folder)).toBe(0);
    expect(clock.pending).toBe(0);
  });

  test('reports the last line of the output, without settings', async () => {
    await standInRedis('cat; echo "password canary-90ab, \\"canary-90ab\\" is bad"; exit 1');
    const error = await failureOf(start(await openServers(), { password: 'canary-90ab' }));
    expect(error).toMatch(/^RedisStartError: redis-server did not start: \S/);
    expect(error).not.toContain('canary-90ab');
  });

  test('tries other ports a few times if its port is taken', async () => {
    const folder = await standInRedis('grep ^port >>ports; echo "bind: Address already in use"; exit 1');
    await expect(start(await openServers(), lastPort(7001))).rejects.toThrow(/already in use/);
    const ports = (await readFile(join(folder, 'ports'), 'utf8')).trim().split('\n');
    expect(ports[0]).toBe('port 7001');
    expect(new Set(ports).size).toBe(5);
  });

  test('does not block on output after it is ready', async () => {
    const folder = await standInRedis(
      'echo "Ready to accept connections"; head -c 1000000 /dev/zero; touch written; exec sleep 600',
    );
    await start(await openServers());
    await expect(eventually(() => readFile(join(folder, 'written')))).resolves.toHaveLength(0);
  });
});

test.each([
  ['# Failed listening (TCP), aborting.\n\n', '# Failed listening (TCP), aborting.'],
  ["bad\n>>> 'requirepass canary-password'\n", 'bad'],
  ['', 'it printed nothing'],
])('the last line of the output %j is %j', (output, line) => {
  expect(lastOutputLine(output, 'canary-password')).toBe(line);
});

test('the last line of the output never shows the password', () => {
  expect(lastOutputLine('no canary-password here\n', 'canary-password')).not.toContain('canary-password');
  expect(lastOutputLine('it holds x\n', 'x')).toBe('its output may contain the password');
});

const limits: RedisLimits = { password: 'canary', maxClients: 100, maxMemoryBytes: 5_000_000, eviction: false };
const settingsOf = (change: Partial<RedisLimits>): string[] =>
  redisSettings({ ...limits, ...change }, { port: 7001, directory: '/data' }).split('\n');

describe('redisSettings', () => {
  test('restrict access in their first lines, and escape line breaks and quotes in a password or a folder', () => {
    const lines = settingsOf({});
    expect(lines.slice(0, 2)).toEqual(['bind 127.0.0.1', String.raw`requirepass "\x63\x61\x6e\x61\x72\x79"`]);
    const odd = { ...limits, password: 'a"\nport 1\n#' };
    const odds = redisSettings(odd, { port: 7001, directory: '/a\nport 2' }).split('\n');
    expect(odds).toHaveLength(lines.length);
  });

  test.each([
    [{ maxClients: -1 }, 'maxclients 1'],
    [{ maxClients: 1000.7 }, 'maxclients 1000'],
    [{ maxClients: Infinity }, 'maxclients 1000000'],
    [{ maxMemoryBytes: -1 }, 'maxmemory 0'],
    [{ maxMemoryBytes: 1e21 }, 'maxmemory 9007199254740991'],
  ])('write %j as a number that Redis accepts', (change, line) => {
    expect(settingsOf(change)).toContain(line);
  });
});
