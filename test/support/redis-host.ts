import { spawn } from 'node:child_process';
import { createRedisServers } from '../../src/service/redis/redis-servers.js';

/**
 * Runs as a separate process, for tests of what is left after it ends: starts three redis-servers, prints their ports and the id
 * of a child that outlives it, and ends as its first parameter says. The second parameter is the data directory.
 */
const [, , ending, directory] = process.argv;

const servers = await createRedisServers({ mode: 'on', directory: directory === '' ? undefined : directory });

const ports: number[] = [];
for (const id of ['one', 'two', 'three']) {
  const limits = { db_max_clients: 10, db_memory_threshold: 10_000_000, eviction: false };
  const { port } = await servers.apply(id, { state: 'active', password: `password-of-${id}`, ...limits });
  ports.push(port as number);
}

// If this child inherited the pipe that the servers watch, it would keep them alive.
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
