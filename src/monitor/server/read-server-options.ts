import { inspectCredentials, type Credentials } from '../../core/wire/credentials.js';
import { readOptions, type OptionRules } from '../../core/shared/read-options.js';
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

const RULES: OptionRules = {
  host: [
    (value) => typeof value === 'string' && /^[^\s\p{Cc}]{1,253}$/u.test(value),
    'an address or a host name, such as "127.0.0.1"',
  ],
  port: [
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535,
    'a port, 0 to 65535',
  ],
  username: undefined,
  password: undefined,
};

/** @throws FleetError `invalid-request`, whose `issues` name each invalid option */
export function readServerOptions(options: MonitorServerOptions): CheckedServerOptions {
  const { given, issues } = readOptions(options, RULES);
  refuseIssues('configure', [...issues, ...inspectPassword(given)]);
  const { host = '127.0.0.1', port = 9464, username, password } = given ?? {};
  return { host, port, credentials: username === undefined ? undefined : { username, password: password ?? '' } };
}

function inspectPassword({ username, password }: MonitorServerOptions = {}): FleetIssue[] {
  if (username === undefined && password === undefined) return [];
  const expected = 'expected both a username and a password, or neither';
  if (username === undefined || password === undefined)
    return [{ path: username === undefined ? 'username' : 'password', message: expected }];
  const issues = inspectCredentials({ username, password });
  return [
    ...issues.map(({ path, message }) => ({ path: path.replace('credentials.', ''), message })),
    ...issueUnless(password !== '', 'password', 'must not be empty'),
  ];
}
