import { createHash } from 'node:crypto';
import type { ConfigFile } from './config-schema.js';
import type { MemberProblem } from './expand-variables.js';
import type { Account } from './inspect-config.js';
import { A_REDIS_URL, isRedisUrl } from './url-field.js';
import type { ConfigFlags, WatchConfig } from './watch-config.js';

/** Applies the flag, and the default of the scope. */
export function readSharing(
  { redis: inFile, scope }: ConfigFile['sharing'],
  { baseUrl, username }: Account,
  flags: ConfigFlags,
): WatchConfig['sharing'] {
  const redis = flags.redis ?? inFile;
  return redis === undefined ? undefined : { redis, scope: scope ?? defaultScope(baseUrl, username) };
}

/** Each account has a scope of its own. All keys in Redis begin with the scope, so the user name is hashed. */
function defaultScope(baseUrl: string, username: string): string {
  const account = createHash('sha256')
    .update(`${baseUrl.replace(/\/+$/, '')}\n${username}`)
    .digest('hex');
  return account.slice(0, 16);
}

/** Lists the problems of the Redis that monitors share. The URL is not shown. */
export function inspectSharing({ redis, redisFile }: ConfigFile['sharing'], flags: ConfigFlags): MemberProblem[] {
  if (flags.redis !== undefined && !isRedisUrl(flags.redis))
    return [{ path: ['sharing', 'redis'], message: `--redis: ${A_REDIS_URL()}` }];
  if (redisFile !== undefined && redis !== undefined && !isRedisUrl(redis))
    return [{ path: ['sharing', 'redisFile'], message: A_REDIS_URL() }];
  return [];
}
