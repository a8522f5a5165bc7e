import { isIP } from 'node:net';
import type { Database } from '../../core/records/database.js';
import { callOption } from '../call-option.js';
import { ReadFailure } from '../read-failure.js';
import type { RedisAddress } from './redis-connection.js';
import type { RedisInfoOptions } from './redis-info-options.js';

/**
 * Returns the address of a database.
 *
 * @throws ReadFailure that names the option to pass, if the record does not tell the address.
 */
export async function addressOf(
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
  // A record without the field must not send the password in plain text.
  return { host, port: port as number, tls: record.tls === false ? undefined : tls };
}

const LABELS = /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*\.?$/i;

/** @param isChosen whether the user chose the host. A single word, such as the name of a container, is a host then. */
function isHost(host: unknown, isChosen: boolean): host is string {
  if (typeof host !== 'string' || host.length > 253) return false;
  return isIP(host) !== 0 || host === 'localhost' || (LABELS.test(host) && (isChosen || host.includes('.')));
}
