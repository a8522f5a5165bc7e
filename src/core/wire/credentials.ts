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
 * The user name, if it names the account and is no secret. Without a password, the user name is a secret key. A
 * function may return another user name of the same account each time. Behind a proxy there are no credentials.
 */
export function accountNameOf(source: CredentialsSource | undefined): string | undefined {
  return typeof source === 'object' && source.password !== '' ? source.username : undefined;
}

/** Lists the problems of credentials, without their values. The result of a function is checked when it is called. */
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
  // btoa expects one character for each byte, and throws on a character above U+00FF.
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
