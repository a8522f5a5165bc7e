import type { Database } from '../../core/records/database.js';
import { isObject } from '../../core/shared/is-object.js';
import { onAbort } from '../../core/shared/on-abort.js';
import type { SingleUsageSource, UsageSourceContext } from '../../core/limits/usage-source.js';
import { systemClock } from '../../core/shared/clock.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { callOption } from '../call-option.js';
import { ReadFailure } from '../read-failure.js';
import { addressOf } from './address-of.js';
import { createConnectionPool } from './connection-pool.js';
import { describeFailure, RedisRefusal } from './describe-failure.js';
import { usageOfInfo } from './info-usage.js';
import type { RedisConnection, RedisCredentials } from './redis-connection.js';
import { readRedisInfoOptions, type RedisInfoOptions } from './redis-info-options.js';

export type { RedisCredentials } from './redis-connection.js';
export type { RedisInfoOptions } from './redis-info-options.js';

/**
 * Makes a usage source that asks each database with Redis' command INFO for its connections, memory, commands and disk.
 * Runs in Node and Deno. Needs the package `ioredis`.
 *
 * It reads databases whose state is `active`. A database has at most one connection, which stays open between reads. The
 * connection is one of the database's `db_max_clients`. A source belongs to one fleet, which closes the connections when
 * the source is removed or the fleet is disposed.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each invalid option
 * @example
 * ```ts
 * import { addUsageSource } from 'fleetglass';
 * import { redisInfo } from 'fleetglass/probes/redis';
 *
 * addUsageSource(fleet, redisInfo({ hostOf: ({ endpoint }) => `${endpoint}.example.com` }));
 * ```
 * @see docs/usage.md
 */
export function redisInfo(options: RedisInfoOptions = {}): SingleUsageSource<'database'> {
  const given = readRedisInfoOptions(options);
  const { name = 'redis-info', everyMs, timeoutMs, concurrency, clock = systemClock, idleMs = 90_000 } = given;
  const pool = createConnectionPool({ clock, idleMs });

  return {
    name,
    resource: 'database',
    everyMs,
    timeoutMs,
    concurrency,
    async read(record, context) {
      const id = record.database_id;
      if (record.state !== 'active') {
        pool.close(id);
        return undefined;
      }
      const { signal } = context;
      const address = await addressOf(record, given);
      const readCredentials = credentialsOf(record, given, context);
      const kept = pool.take(id, address);
      const credentials = kept === undefined ? await readCredentials(false) : undefined;
      signal.throwIfAborted();
      const lease = kept ?? pool.open(id, address);
      // The signal is the deadline: it also ends a connection that hangs while it opens.
      const forget = onAbort(signal, lease.drop);
      try {
        const values = usageOfInfo(await readInfo(lease.connection, credentials, () => readCredentials(true)));
        lease.keep();
        return values;
      } catch (error) {
        lease.drop();
        throw error instanceof FleetError ? error : describeFailure(error);
      } finally {
        forget();
      }
    },
    dispose: pool.closeAll,
  };
}

async function readInfo(
  connection: RedisConnection,
  credentials: RedisCredentials | undefined,
  refresh: () => Promise<RedisCredentials | undefined>,
): Promise<string> {
  const attempt = async (given: RedisCredentials | undefined): Promise<string> => {
    if (given?.password !== undefined && given.password !== '')
      await connection.authenticate(given).catch(unlessNeeded);
    return connection.info();
  };
  try {
    return await attempt(credentials);
  } catch (error) {
    if (!(error instanceof RedisRefusal && ['WRONGPASS', 'NOAUTH'].includes(error.code))) throw error;
    const next = await refresh();
    const isSame = next?.password === credentials?.password && next?.username === credentials?.username;
    // A second wrong attempt could block the user.
    if (next?.password === undefined || isSame) throw error;
    return attempt(next);
  }
}

/** A database without a password is read without. */
function unlessNeeded(error: unknown): void {
  if (!(error instanceof RedisRefusal && error.code === 'NOPASSWORD')) throw error;
}

function credentialsOf(
  record: Database,
  { credentials }: RedisInfoOptions,
  context: UsageSourceContext<'database'>,
): (isRefreshed: boolean) => Promise<RedisCredentials | undefined> {
  return async (isRefreshed) => {
    if (credentials === undefined) return passwordOf(await context.credentials({ refresh: isRefreshed }));
    const given: unknown = await callOption('credentials', () => credentials(record));
    const { username, password } = isObject(given) ? given : {};
    const isRight = [username, password].every((value) => value === undefined || typeof value === 'string');
    if (!isRight || (given !== undefined && !isObject(given)))
      throw new ReadFailure('the option `credentials` did not return an object with `password`, a string');
    return given as RedisCredentials | undefined;
  };
}

function passwordOf(given: { readonly password?: unknown } | undefined): RedisCredentials {
  return typeof given?.password === 'string' ? { password: given.password } : {};
}
