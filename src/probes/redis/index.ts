import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { SingleUsageSource, UsageSourceContext } from '../../core/limits/usage-source.js';
import type { UsageValues } from '../../core/limits/usage-sample.js';
import type { Database } from '../../core/records/database.js';
import { systemClock, type Clock } from '../../core/shared/clock.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { isObject } from '../../core/shared/is-object.js';
import { onAbort } from '../../core/shared/on-abort.js';
import { aFunction, amount, custom, optional, withMethods } from '../../core/shared/option-schemas.js';
import { checkOptions } from '../../core/shared/read-options.js';
import { probeEntries, probeName, type ProbeOptions } from '../probe-options.js';
import { callOption, ReadFailure, readWithRefresh } from '../read-failure.js';
import { createConnectionPool } from './connection-pool.js';
import { readFailureOf } from './describe-failure.js';
import { LIMIT_OF } from './info-limits.js';
import type { RedisAddress, RedisCredentials } from './redis-connection.js';

export type { RedisCredentials } from './redis-connection.js';

export interface RedisInfoOptions extends ProbeOptions {
  /** Shown by `usageSourcesOf`, and the `source` of each reading. @default 'redis-info' */
  readonly name?: string | undefined;
  /**
   * Returns the host of a database: a name or an IP address. Needed if the endpoints of the records are identifiers.
   *
   * @default the endpoint of the record, if it is `localhost`, an IP address or a name with a dot
   */
  readonly hostOf?: ((record: Database) => string) | undefined;
  /** Returns the port of a database. @default the port of the record */
  readonly portOf?: ((record: Database) => number) | undefined;
  /**
   * Options of TLS, as for `connect` of `node:tls`, such as `ca`, for databases unless their record has `tls: false`.
   *
   * @default the certificate authorities of Node
   */
  readonly tls?: ConnectionOptions | undefined;
  /**
   * Returns the password of a database, and the user; `undefined` without a password. Called for each new connection, and
   * again when the database refuses the password.
   *
   * @default the default user, with the password that the service sends: see `fetchCredentials`
   */
  readonly credentials?:
    | ((record: Database) => RedisCredentials | undefined | Promise<RedisCredentials | undefined>)
    | undefined;
  /** How long a connection stays open without a read, milliseconds. @default 90000 */
  readonly idleMs?: number | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

const sourceOptions = {
  ...probeEntries,
  name: optional(probeName, 'redis-info'),
  hostOf: optional(aFunction<NonNullable<RedisInfoOptions['hostOf']>>()),
  portOf: optional(aFunction<NonNullable<RedisInfoOptions['portOf']>>()),
  tls: optional(custom<ConnectionOptions>(isObject, 'an object of options of TLS')),
  credentials: optional(aFunction<NonNullable<RedisInfoOptions['credentials']>>()),
  idleMs: optional(amount, 90_000),
  clock: optional(withMethods<Clock>('a Clock', 'now', 'monotonic', 'schedule'), systemClock),
};

/**
 * Makes a usage source that asks each database with Redis' command INFO for its connections, memory, commands and disk.
 * Runs in Node and Deno. Needs the package `ioredis`.
 *
 * It reads databases whose state is `active`. It opens at most one connection to a database, one of the
 * `db_max_clients`. The connection stays open between reads. A source belongs to one fleet.
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
export function redisInfo(options?: RedisInfoOptions): SingleUsageSource<'database'> {
  const given = checkOptions('configure', sourceOptions, options);
  const { hostOf, portOf, tls, credentials, clock, idleMs, ...source } = given;
  const pool = createConnectionPool({ clock, idleMs });

  return {
    ...source,
    resource: 'database',
    async read(record, context) {
      const id = record.database_id;
      if (record.state !== 'active') {
        pool.drop(id);
        return undefined;
      }
      const { signal } = context;
      const address = await addressOf(record, { hostOf, portOf, tls });
      const readCredentials = credentialsOf(record, credentials, context);
      const kept = pool.take(id, address);
      const initial = kept === undefined ? await readCredentials(false) : undefined;
      signal.throwIfAborted();
      const lease = kept ?? pool.open(id, address);
      // The signal is the deadline: it also ends a connection that hangs while it opens.
      const forget = onAbort(signal, () => pool.drop(id, lease));
      try {
        // A connection that is authenticated already needs no credentials.
        const readWith = async (current?: RedisCredentials): Promise<string> => {
          if (current?.password) await lease.connection.authenticate(current).catch(ignoreNoPassword);
          return lease.connection.info();
        };
        const info = await readWithRefresh(initial, readWith, () => readCredentials(true), ['WRONGPASS', 'NOAUTH']);
        const values = usageOfInfo(info);
        pool.keep(id, lease);
        return values;
      } catch (error) {
        pool.drop(id, lease);
        throw error instanceof FleetError ? error : readFailureOf(error);
      } finally {
        forget();
      }
    },
    dispose: pool.closeAll,
  };
}

/** A database without a password is read without AUTH. */
function ignoreNoPassword(error: unknown): void {
  if (!(error instanceof ReadFailure && error.code === 'NOPASSWORD')) throw error;
}

function credentialsOf(
  record: Database,
  credentials: RedisInfoOptions['credentials'],
  context: UsageSourceContext<'database'>,
): (isRefreshed: boolean) => Promise<RedisCredentials> {
  return async (isRefreshed) => {
    if (credentials === undefined) {
      const sent = await context.credentials({ refresh: isRefreshed });
      return typeof sent?.password === 'string' ? { password: sent.password } : {};
    }
    const given: unknown = await callOption('credentials', () => credentials(record));
    const { username, password } = isObject(given) ? given : {};
    const isRight = [username, password].every((value) => value === undefined || typeof value === 'string');
    if (!isRight || (given !== undefined && !isObject(given)))
      throw new ReadFailure('the option `credentials` did not return an object with `password`, a string');
    return { username, password } as RedisCredentials;
  };
}

/** @throws ReadFailure that names the option to pass, if the record does not tell the address */
async function addressOf(
  record: Database,
  { hostOf, portOf, tls = {} }: Pick<RedisInfoOptions, 'hostOf' | 'portOf' | 'tls'>,
): Promise<RedisAddress> {
  const host: unknown = hostOf === undefined ? record.endpoint : await callOption('hostOf', () => hostOf(record));
  const port: unknown = portOf === undefined ? record.port : await callOption('portOf', () => portOf(record));
  if (!isHost(host, hostOf !== undefined))
    throw new ReadFailure(
      hostOf === undefined
        ? 'the endpoint of the record is not a host name. Pass the option `hostOf`, which returns the host of a record'
        : 'the option `hostOf` did not return a host name or an IP address',
    );
  if (!(Number.isInteger(port) && (port as number) > 0 && (port as number) < 65_536))
    throw new ReadFailure(
      portOf === undefined
        ? 'the port of the record is not a port number. Pass the option `portOf`, which returns the port of a record'
        : 'the option `portOf` did not return a port number',
    );
  // If the record lacks the field, the password must not be sent in plain text.
  return { host, port: port as number, tls: record.tls === false ? undefined : tls };
}

const LABELS = /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*\.?$/i;

/** @param isChosen whether the user chose the host. A single word, such as the name of a container, is a host then. */
function isHost(host: unknown, isChosen: boolean): host is string {
  if (typeof host !== 'string' || host.length > 253) return false;
  return isIP(host) !== 0 || host === 'localhost' || (LABELS.test(host) && (isChosen || host.includes('.')));
}

/** Reads an answer of INFO. @throws ReadFailure if a field is not a whole number, or if no field is there */
function usageOfInfo(info: string): UsageValues<'database'> {
  const fields = new Map(info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string | undefined]));
  const values: Partial<Record<keyof UsageValues<'database'>, number>> = {};
  for (const [field, limit] of Object.entries(LIMIT_OF)) {
    const text = fields.get(field);
    // Without an append-only file, the field is absent, or stays at the size of the last such file.
    if (text === undefined || (field === 'aof_current_size' && fields.get('aof_enabled') !== '1')) continue;
    if (!/^\d{1,20}$/.test(text)) throw new ReadFailure(`the field ${field} of INFO is not a whole number`);
    // INFO counts the connection of this source too.
    values[limit] = field === 'connected_clients' ? Math.max(0, Number(text) - 1) : Number(text);
  }
  if (Object.keys(values).length === 0) throw new ReadFailure('the server does not answer INFO as Redis does');
  return values;
}
