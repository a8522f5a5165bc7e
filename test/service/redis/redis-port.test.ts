import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../src/service/redis/redis-port.js';

test('findFreePort returns a free port that no other database uses', async () => {
  const offered: number[] = [];
  class FirstIsTaken extends Set<number> {
    override has(port: number): boolean {
      return offered.push(port) === 1;
    }
  }
  const port = await findFreePort(new FirstIsTaken());
  expect(port).toBe(offered[1]);
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  server.close();
});
