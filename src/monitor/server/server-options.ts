import * as v from 'valibot';
import { inspectCredentials, type Credentials } from '../../core/wire/credentials.js';
import { parseOptions } from '../../core/shared/parse-options.js';
import { issueUnless, refuseIssues } from '../../core/shared/refuse-issues.js';
import type { FleetIssue } from '../../core/shared/fleet-error.js';

/** The options of `startMonitorServer`. */
export interface MonitorServerOptions {
  /**
   * The address or host name to listen on. `0.0.0.0` and `::` are all addresses of this machine.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined;
  /** 0 for any free port. @default 9464 */
  readonly port?: number | undefined;
  /**
   * Requires HTTP Basic authentication for `/metrics`. Set both or neither. `/healthz` and `/readyz` stay open, because
   * orchestrators probe without credentials.
   *
   * @default no authentication
   */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** The options of a monitor's server with their defaults. */
export interface CheckedServerOptions {
  readonly host: string;
  readonly port: number;
  readonly credentials: Credentials | undefined;
}

const A_HOST = 'an address or a host name, such as "127.0.0.1"';
const A_PORT = 'a port, 0 to 65535';

const serverOptions = v.strictObject({
  host: v.optional(v.pipe(v.string(A_HOST), v.regex(/^[^\s\p{Cc}]{1,253}$/u, A_HOST)), '127.0.0.1'),
  port: v.optional(
    v.pipe(v.number(A_PORT), v.integer(A_PORT), v.minValue(0, A_PORT), v.maxValue(65_535, A_PORT)),
    9464,
  ),
  username: v.optional(v.string('a string')),
  password: v.optional(v.string('a string')),
});

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function parseServerOptions(options: MonitorServerOptions): CheckedServerOptions {
  const { host, port, username, password } = parseOptions('configure', serverOptions, options);
  if (username === undefined && password === undefined) return { host, port, credentials: undefined };
  refuseIssues('configure', inspectAccount(username, password));
  return { host, port, credentials: { username: username ?? '', password: password ?? '' } };
}

function inspectAccount(username: string | undefined, password: string | undefined): FleetIssue[] {
  const expected = 'expected both a username and a password, or neither';
  if (username === undefined || password === undefined)
    return [{ path: username === undefined ? 'username' : 'password', message: expected }];
  return [
    ...inspectCredentials({ username, password }).map(({ path, message }) => ({
      path: path.replace('credentials.', ''),
      message,
    })),
    ...issueUnless(password !== '', 'password', 'must not be empty'),
  ];
}
