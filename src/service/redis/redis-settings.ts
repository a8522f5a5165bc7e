export interface RedisLimits {
  /** The password that clients must send, at most 512 bytes. */
  readonly password: string;
  /** Clamped to 1 to 1,000,000. Redis lowers it if the process may open fewer files: see `CONFIG GET maxclients`. */
  readonly maxClients: number;
  /** Bytes. 0 or less means no limit. Redis itself needs about 1 MB: with less, it refuses every write. */
  readonly maxMemoryBytes: number;
  /** Whether a full database evicts the least recently used keys. Otherwise it refuses writes. */
  readonly eviction: boolean;
}

export interface RedisPlace {
  readonly port: number;
  readonly directory: string;
}

/** Far above the limits of hosted databases. Redis allocates 40 bytes for each possible client. */
const MAX_CLIENTS = 1_000_000;

/** Redis does not start with a limit that is no number. */
export function redisSettings(limits: RedisLimits, place: RedisPlace): string {
  return [
    // Access comes first, so that truncated settings cannot open the server to others.
    'bind 127.0.0.1',
    `requirepass ${quote(limits.password)}`,
    `port ${place.port}`,
    `dir ${quote(place.directory)}`,
    `maxclients ${clamp(limits.maxClients, 1, MAX_CLIENTS)}`,
    `maxmemory ${clamp(limits.maxMemoryBytes, 0, Number.MAX_SAFE_INTEGER)}`,
    `maxmemory-policy ${limits.eviction ? 'allkeys-lru' : 'noeviction'}`,
    'appendonly yes',
    // Redis hands every write to the system before it answers, so that SIGKILL loses no write. `everysec` would delay
    // writes while a slow disk syncs. A power failure may lose half a minute.
    'appendfsync no',
    'save ""',
    '',
  ].join('\n');
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.floor(value), least), most);
}

/** Writes every byte as `\xhh`, so that no character is special and no message of Redis shows the text. */
function quote(text: string): string {
  return `"${Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`)}"`;
}
