import type { ConnectionOptions } from 'node:tls';
import type { Database } from '../../core/records/database.js';
import { hasMethods } from '../../core/shared/has-methods.js';
import { isObject } from '../../core/shared/is-object.js';
import { aFunction, anAmount, readOptions, type OptionRules } from '../../core/shared/read-options.js';
import { refuseIssues } from '../../core/shared/refuse-issues.js';
import type { Clock } from '../../core/shared/clock.js';
import type { RedisCredentials } from './redis-connection.js';

/** The options of `redisInfo`. */
export interface RedisInfoOptions {
  /** Shown by `usageSourcesOf`, and the `source` of each reading. @default 'redis-info' */
  readonly name?: string | undefined;
  /** The interval between two reads of a database, milliseconds, at least 1000. @default 30000 */
  readonly everyMs?: number | undefined;
  /** The deadline of one read with its connection, milliseconds. @default 10000 */
  readonly timeoutMs?: number | undefined;
  /** How many databases are read at the same time. @default 8 */
  readonly concurrency?: number | undefined;
  /**
   * Returns the host of a database: a name or an IP address. Needed if the endpoints of the records are identifiers.
   *
   * @default the endpoint of the record, if it is `localhost`, an IP address or a name with a dot
   */
  readonly hostOf?: ((record: Database) => string) | undefined;
  /** Returns the port of a database. @default the port of the record */
  readonly portOf?: ((record: Database) => number) | undefined;
  /**
   * Options of TLS, as for `connect` of `node:tls`, such as `ca`. They are used for a database unless its record has
   * `tls: false`.
   *
   * @default the certificate authorities of Node
   */
  readonly tls?: ConnectionOptions | undefined;
  /**
   * Returns the password of a database, and the user. Called for each new connection, and again when the database refuses
   * the password. Return `undefined` if the database has none.
   *
   * @default the default user, with the password that the service sends: see `fetchCredentials`
   */
  readonly credentials?:
    | ((record: Database) => RedisCredentials | undefined | Promise<RedisCredentials | undefined>)
    | undefined;
  /**
   * How long a connection stays open without a read, milliseconds. If it is shorter than `everyMs`, each read opens a
   * connection.
   *
   * @default 90000
   */
  readonly idleMs?: number | undefined;
  /** @default the system's clock */
  readonly clock?: Clock | undefined;
}

const RULES: OptionRules = {
  // `addSource` checks these four.
  name: undefined,
  everyMs: undefined,
  timeoutMs: undefined,
  concurrency: undefined,
  hostOf: aFunction,
  portOf: aFunction,
  tls: [isObject, 'an object of options of TLS'],
  credentials: aFunction,
  idleMs: anAmount,
  clock: [hasMethods('now', 'monotonic', 'schedule'), 'a Clock'],
};

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function readRedisInfoOptions(options: RedisInfoOptions): RedisInfoOptions {
  const { given = {}, issues } = readOptions(options, RULES);
  refuseIssues('configure', issues);
  return given;
}
