import type { RedisOptions } from 'ioredis';
import { isObject } from '../../core/shared/is-object.js';
import { custom } from '../../core/shared/option-schemas.js';
import { hasEncodedAccount } from '../../core/wire/base-url.js';

/** The options of `replicas`. */
export interface ReplicasOptions {
  /**
   * The address of Redis 7 or Valkey: a URL such as `redis://user:password@host:6379/0` (`rediss:` for TLS), or options of
   * ioredis, for example with `tls` or `sentinels`. Each fleet opens two connections.
   *
   * docs/scale.md has the permissions that a user of Redis needs.
   */
  readonly connection: string | RedisOptions;
  /**
   * Names the account, such as `acme:production`; 1 to 100 letters, digits, or characters of `.:_-`. Replicas with different scopes
   * never exchange anything. All keys in Redis begin with `fleetglass:` and the scope, so it must not be a secret.
   *
   * A scope belongs to the first service and account that use it. A fleet with another `baseUrl` or another user name
   * is refused: it exchanges nothing, polls alone, and `polling.status` says why. The password is not compared. If
   * credentials come from a function or a proxy, or have no password, the scope alone keeps accounts apart.
   */
  readonly scope: string;
}

export const replicasOptions = {
  connection: custom<ReplicasOptions['connection']>(
    (value) => isUrl(value) || isClientOptions(value),
    'a URL that begins with redis: or rediss: and has %25 for % in its password, or options of ioredis without ' +
      '`keyPrefix`, not a client',
  ),
  scope: custom<string>(
    (value) => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value),
    'one name for each account: 1 to 100 letters, digits, or characters of ".:_-"',
  ),
};

/** All keys begin with `fleetglass:` and the scope. A client of the user may have settings with which calls never end. */
function isClientOptions(value: unknown): boolean {
  return isObject(value) && value['keyPrefix'] === undefined && typeof value['duplicate'] !== 'function';
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && /^rediss?:\/\//.test(value) && hasEncodedAccount(value);
}
