import type { Redis } from 'ioredis';

/** Reads the values of all keys. DUMP would compress them, which hides texts. */
export async function readKeyspace(client: Redis): Promise<Readonly<Record<string, unknown>>> {
  const keys = await client.keys('*');
  const entries = keys.map(async (key) => [key, await readValue(client, key)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function readValue(client: Redis, key: string): Promise<unknown> {
  const type = await client.type(key);
  switch (type) {
    case 'string':
      return client.get(key);
    case 'list':
      return client.lrange(key, 0, -1);
    case 'hash':
      return client.hgetall(key);
    case 'set':
      return client.smembers(key);
    case 'zset':
      return client.zrange(key, 0, -1, 'WITHSCORES');
    case 'stream':
      return client.xrange(key, '-', '+');
    // The key has expired.
    case 'none':
      return undefined;
    default:
      throw new Error(`unknown type ${type}`);
  }
}
