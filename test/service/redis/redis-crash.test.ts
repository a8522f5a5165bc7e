import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createRedisServers } from '../../../src/service/redis/redis-servers.js';
import { buildWorker } from '../../support/build-worker.js';
import { connectRedis } from '../../support/redis-client.js';
import { redisProcesses } from '../../support/redis-processes.js';
import { scaled } from '../../support/scale.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { eventually } from '../../support/eventually.js';

const program = await buildWorker('test/support/redis-host.ts');

type Host = Awaited<ReturnType<typeof startHost>>;

async function startHost(ending: string, directory = '') {
  /** The folder of its temporary files. */
  const temporary = await temporaryFolder();
  const host = spawn(process.execPath, [program, ending, directory], {
    // A process group, so that the test can kill all processes at once.
    detached: true,
    env: { ...process.env, TMPDIR: temporary, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface(host.stdout), 'line')) as [string];
  const { ports, bystander } = JSON.parse(line) as { ports: number[]; bystander: number };
  onTestFinished(() => {
    host.kill('SIGKILL');
    process.kill(bystander);
  });
  return { process: host, ports, temporary };
}

/** Waits until nothing is left of a dead host, up to a limit, and returns the remains. */
async function leftovers({ ports, temporary }: Host): Promise<readonly unknown[]> {
  let left: readonly unknown[] = [];
  const look = async (): Promise<void> => {
    const processes = await Promise.all(ports.map(redisProcesses));
    const files = (await readdir(temporary)).filter((name) => name.startsWith('redis-'));
    left = [...processes.flat(), ...(await answering(ports)), ...files];
    if (left.length > 0) throw new Error('not yet');
  };
  await eventually(look).catch(() => {});
  return left;
}

/** Returns the ports that still accept connections. */
async function answering(ports: readonly number[]): Promise<readonly number[]> {
  const answers = await Promise.all(
    ports.map((port) =>
      connectRedis({ host: '127.0.0.1', port }).then(
        () => true,
        (error: unknown) => !/ECONNREFUSED/.test(String(error)),
      ),
    ),
  );
  return ports.filter((_, at) => answers[at]);
}

describe.runIf(inject('hasRedisServer'))('a redis-server ends with a service', () => {
  test.each(
    scaled<readonly NodeJS.Signals[]>({
      // The next tests end their service by SIGKILL.
      short: ['SIGINT'],
      long: ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'],
    }),
  )('that is killed by %s', async (signal) => {
    const host = await startHost('a signal');
    for (const port of host.ports) expect(await redisProcesses(port)).toHaveLength(2);
    host.process.kill(signal);
    expect(await leftovers(host)).toEqual([]);
  });

  test.each(scaled({ short: ['process.exit'], long: ['process.exit', 'an uncaught exception', 'nothing left to do'] }))(
    'that ends by %s',
    async (ending) => {
      expect(await leftovers(await startHost(ending))).toEqual([]);
    },
  );

  test('and the next service gets its data and its port', async () => {
    const directory = await temporaryFolder();
    const host = await startHost('a signal', directory);
    const [port = 0] = host.ports;
    const client = await connectRedis({ host: '127.0.0.1', port }, 'password-of-one');
    // The service dies directly after an answered write, which must be kept.
    let acknowledged = 0;
    for (let value = 1; value <= 200; value++) acknowledged = Number(await client.incr('count'));
    host.process.kill('SIGKILL');
    expect(await leftovers(host)).toEqual([]);
    const servers = await createRedisServers({ mode: 'on', directory });
    onTestFinished(() => servers.close());
    const limits = { db_max_clients: 10, db_memory_threshold: 10_000_000, eviction: false };
    const record = { state: 'active', endpoint: '127.0.0.1', port, password: 'password-of-one', ...limits };
    expect(await servers.apply('one', record)).toMatchObject({ endpoint: '127.0.0.1', port });
    const again = await connectRedis({ host: '127.0.0.1', port }, 'password-of-one');
    expect(await again.get('count')).toBe(String(acknowledged));
  });
});
