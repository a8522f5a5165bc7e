import { askForCredentials } from '../core/wire/authorize.js';
import { checkCredentials, type Credentials } from '../core/wire/credentials.js';
import { withDeadline, type Deadline } from '../core/wire/deadline.js';
import { isObject } from '../core/shared/is-object.js';
import { FleetError, type Operation } from '../core/shared/fleet-error.js';

/** The account's user name and password. They are absent on a server without its environment variables. */
export interface AccountCredentials {
  /** Without `:` and control characters. */
  readonly username: string | undefined;
  /** Without control characters. */
  readonly password: string | undefined;
}

/** Credentials, or a function that returns them. The proxy calls it for each allowed request. */
export type AccountCredentialsSource = AccountCredentials | (() => AccountCredentials | Promise<AccountCredentials>);

/** Whether credentials are absent, as in a build without environment variables. Invalid credentials are not absent. */
export function areAbsent(credentials: unknown): boolean {
  if (credentials === undefined) return true;
  if (!isObject(credentials)) return false;
  const { username, password } = credentials;
  return username === undefined || password === undefined || (username === '' && password === '');
}

/** @throws FleetError `invalid-request` where they are absent or wrong, `unavailable` where the function fails; `timeout` */
export async function readAccountCredentials(
  source: AccountCredentialsSource | undefined,
  operation: Operation,
  deadline: Deadline,
): Promise<Credentials> {
  const lateError = (): FleetError =>
    new FleetError('timeout', operation, `the credentials function did not answer within ${deadline.timeoutMs} ms`);
  let given: unknown = source;
  if (typeof source === 'function')
    given = await withDeadline(deadline, () => askForCredentials(source, operation), lateError);
  if (!areAbsent(given)) return checkCredentials(given, operation);
  const message = 'the proxy has no credentials; set its option `credentials`';
  const issues = [{ path: 'credentials', message: 'expected a username and a password' }];
  throw new FleetError('invalid-request', operation, message, { issues });
}
