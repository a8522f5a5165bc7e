import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

export interface RedisServerOptions {
  /** Whether data survives a crash of the server. @default false */
  readonly appendOnly?: boolean;
  readonly password?: string;
  /** The port of the master. */
  readonly replicaOf?: number;
  /** Whether the process is a sentinel, which watches no master at first. @default false */
  readonly isSentinel?: boolean;
  /** Further settings, such as `['--maxmemory', '5mb']`. */
  readonly settings?: readonly string[];
}

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

/** Starts a server process of its own, for tests of faults. */
export async function startRedisServer(options: RedisServerOptions = {}) {
  const { appendOnly = false, password, replicaOf, isSentinel = false } = options;
  const port = await freePort();
  const directory = await mkdtemp(join(tmpdir(), 'redis-server-'));
  const settings = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory],
    ...(isSentinel ? ['--sentinel'] : ['--save', '', '--appendonly', appendOnly ? 'yes' : 'no']),
    // A new replica gets its data at once.
    ...(isSentinel ? [] : ['--repl-diskless-sync-delay', '0']),
    ...(password === undefined ? [] : ['--requirepass', password]),
    ...(replicaOf === undefined ? [] : ['--replicaof', '127.0.0.1', String(replicaOf)]),
    ...(options.settings ?? []),
  ];
  let server: ChildProcess | undefined;

  /** Starts the process after `kill`, with the data of its append-only file or without data. */
  async function start({ isEmpty = false } = {}): Promise<void> {
    if (isEmpty) await rm(join(directory, 'appendonlydir'), { recursive: true, force: true });
    // A sentinel writes what it finds out to its file of settings.
    if (isSentinel) await writeFile(join(directory, 'sentinel.conf'), '');
    const parameters = isSentinel ? [join(directory, 'sentinel.conf'), ...settings] : settings;
    server = spawn('redis-server', parameters, { stdio: ['ignore', 'pipe', 'ignore'] });
    await ready(server);
  }

  /** Ends the process as a crash does. */
  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    server.kill('SIGKILL');
    await once(server, 'exit');
  }

  await start();
  return {
    port,
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    start,
    kill,
    /** Stops the process with SIGSTOP. */
    pause: (): void => void server?.kill('SIGSTOP'),
    resume: (): void => void server?.kill('SIGCONT'),
    /** Kills the process and removes its files. */
    async close(): Promise<void> {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`the server ended: ${output}`)));
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (/Ready to accept connections|Sentinel ID is/.test(output)) {
        output = '';
        resolve();
      }
    });
  });
}
