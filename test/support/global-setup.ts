import type { TestProject } from 'vitest/node';
import { ensureRedisServer } from './redis-server.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests can run real redis-servers. */
    hasRedisServer: boolean;
  }
}

/** Runs once, before all tests. */
export async function setup({ provide }: TestProject): Promise<void> {
  const hasRedisServer = (await ensureRedisServer()) !== undefined;
  provide('hasRedisServer', hasRedisServer);
  if (hasRedisServer) return;
  const message = 'redis-server is not installed and could not be: the tests that need one cannot run';
  if (process.env['CI'] !== undefined) throw new Error(message);
  console.warn(`${message}, and are skipped.`);
}
