import type { FleetIssue, Operation } from '../shared/fleet-error.js';
import { isObject } from '../shared/is-object.js';
import { issueOf, refuseIssues } from '../shared/refuse-issues.js';

/** The account's user name and password (api.md, Authentication). */
export interface Credentials {
  /** Without `:` and control characters. */
  readonly username: string;
  /** Without control characters. */
  readonly password: string;
}

/** Credentials, or a function that returns them. The client calls the function before each request. */
export type CredentialsSource = Credentials | (() => Credentials | Promise<Credentials>);

/**
 * Names the account, without a secret. `undefined` if nothing names it: without credentials, as behind a proxy; for a
 * function, which may return another user name of the same account each time; and without a password, when the user name
 * is a key.
 */
export function accountNameOf(source: CredentialsSource | undefined): string | undefined {
  return typeof source === 'object' && source.password !== '' ? source.username : undefined;
}

/** Lists the problems of credentials, without their values. A function is called and checked later. */
export function inspectCredentials(credentials: unknown): FleetIssue[] {
  if (typeof credentials === 'function') return [];
  if (!isObject(credentials))
    return [{ path: 'credentials', message: 'expected an object with username and password' }];
  return FIELDS.flatMap((field) => issueOf(problemOf(field, credentials[field]), `credentials.${field}`));
}

/** Copies valid credentials. @throws FleetError `invalid-request` */
export function checkCredentials(credentials: unknown, operation: Operation): Credentials {
  const given = isObject(credentials) ? { username: credentials['username'], password: credentials['password'] } : null;
  refuseIssues(operation, inspectCredentials(given));
  return given as Credentials;
}

const FIELDS = ['username', 'password'];

function problemOf(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'expected a string';
  if (/[\p{Cc}\p{Cs}]/u.test(value)) return 'must not contain control characters or lone surrogates';
  return field === 'username' && value.includes(':') ? 'must not contain a colon' : undefined;
}

/** Encodes `username:password` in UTF-8 and Base64 for HTTP Basic authentication (RFC 7617). */
export function encodeCredentials({ username, password }: Credentials): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  // btoa takes one character a byte and throws on others.
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
