/** What a database asks of its server. */
export interface RedisLimits {
  /** Clients must give it. 1 to 512 bytes. */
  readonly password: string;
  /**
   * From 1 to 1,000,000; what is beyond counts as the nearest. Redis lowers it where a process may not open as many
   * files, and `CONFIG GET maxclients` then says to what.
   */
  readonly maxClients: number;
  /** Bytes; 0 or less is no limit. Redis itself needs about 1 MB of it: with less, every write is refused. */
  readonly maxMemoryBytes: number;
  /** Whether a full database makes room by evicting what was used longest ago, or refuses writes. */
  readonly eviction: boolean;
}

/** Where a server is to listen, and where its data is. */
export interface RedisPlace {
  readonly port: number;
  readonly directory: string;
}

/** Far above what hosted databases have. Each possible client costs Redis 40 bytes at once, and a try to open files for it. */
const MOST_CLIENTS = 1_000_000;

/** Longer ones Redis refuses. */
const LONGEST_PASSWORD_BYTES = 512;

/** Says why no server can have these limits, or nothing if one can. Never the password. */
export function redisLimitsProblem({ password, maxClients, maxMemoryBytes }: RedisLimits): string | undefined {
  // To Redis an empty password is none at all.
  if (password === '') return 'its password must not be empty';
  if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES)
    return `its password is over ${LONGEST_PASSWORD_BYTES} bytes long`;
  if (Number.isNaN(maxClients)) return 'its maximum of clients is not a number';
  if (Number.isNaN(maxMemoryBytes)) return 'its maximum of memory is not a number';
  return undefined;
}

/** The settings as Redis reads them. */
export function redisSettings(limits: RedisLimits, place: RedisPlace): string {
  return [
    // First what keeps others out: settings that were cut off could not open the server.
    'bind 127.0.0.1',
    `requirepass ${quote(limits.password)}`,
    `port ${place.port}`,
    `dir ${quote(place.directory)}`,
    `maxclients ${clamp(limits.maxClients, 1, MOST_CLIENTS)}`,
    `maxmemory ${clamp(limits.maxMemoryBytes, 0, Number.MAX_SAFE_INTEGER)}`,
    `maxmemory-policy ${limits.eviction ? 'allkeys-lru' : 'noeviction'}`,
    'appendonly yes',
    // Every write reaches the system before it is answered, so no end of the server loses one, SIGKILL included;
    // `everysec` would hold it back while a slow disk syncs. A power failure may cost half a minute.
    'appendfsync no',
    'save ""',
    '',
  ].join('\n');
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.floor(value), least), most);
}

/** Every byte as `\xhh`: no character has a meaning of its own, and no message of Redis can show the text. */
function quote(text: string): string {
  return `"${Buffer.from(text)
    .toString('hex')
    .replaceAll(/../g, String.raw`\x$&`)}"`;
}
