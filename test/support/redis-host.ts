import { spawn } from 'node:child_process';
import { createRedisServers } from '../../src/service/redis/redis-servers.js';

/**
 * A process of its own for tests of what it leaves behind: it runs three redis-servers, tells their ports and the id
 * of a child that outlives it, and ends as its first parameter says. The second is the directory of the data.
 */
const [, , ending, directory] = process.argv;

const servers = await createRedisServers({ mode: 'on', directory: directory === '' ? undefined : directory });
if (servers === undefined) throw new Error('no servers');

const ports: number[] = [];
for (const id of ['one', 'two', 'three']) {
  const limits = { password: `password-of-${id}`, maxClients: 10, maxMemoryBytes: 10_000_000, eviction: false };
  ports.push((await servers.start({ id, ...limits })).port);
}

// It would keep the servers alive if it had inherited a lifeline.
const bystander = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
bystander.unref();
process.stdout.write(`${JSON.stringify({ ports, bystander: bystander.pid })}\n`);

const endings: Record<string, () => void> = {
  'a signal': () => process.stdin.resume(),
  'process.exit': () => process.exit(0),
  'an uncaught exception': () => {
    throw new Error('this error is not caught');
  },
  'nothing left to do': () => {},
};
endings[ending ?? '']?.();
