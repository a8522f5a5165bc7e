import { createHash } from 'node:crypto';
import type { ConfigFile } from './config-schema.js';
import type { MemberProblem } from './expand-variables.js';
import type { Account } from './inspect-config.js';
import { A_REDIS_URL, isRedisUrl } from './url-field.js';
import type { ConfigFlags, WatchConfig } from './watch-config.js';

/** Applies the flag, and the default of the prefix. */
export function readSharing(
  { redis: inFile, prefix }: ConfigFile['sharing'],
  { baseUrl, username }: Account,
  flags: ConfigFlags,
): WatchConfig['sharing'] {
  const redis = flags.redis ?? inFile;
  return redis === undefined ? undefined : { redis, prefix: prefix ?? defaultPrefix(baseUrl, username) };
}

/** Monitors of another account must not be in the group, because members show the records of each other. */
function defaultPrefix(baseUrl: string, username: string): string {
  const account = createHash('sha256')
    .update(`${baseUrl.replace(/\/+$/, '')}\n${username}`)
    .digest('hex');
  return `fleetglass:${account.slice(0, 16)}`;
}

/** Lists the problems of the Redis that monitors share. The URL is not shown. */
export function inspectSharing({ redis, redisFile }: ConfigFile['sharing'], flags: ConfigFlags): MemberProblem[] {
  if (flags.redis !== undefined && !isRedisUrl(flags.redis))
    return [{ path: ['sharing', 'redis'], message: `--redis: ${A_REDIS_URL()}` }];
  if (redisFile !== undefined && redis !== undefined && !isRedisUrl(redis))
    return [{ path: ['sharing', 'redisFile'], message: A_REDIS_URL() }];
  return [];
}
