import { isBlockedPort } from './blocked-ports.js';
import { isObject } from '../shared/is-object.js';
import { invalidRequest, issueOf } from '../shared/refuse-issues.js';

/**
 * Matches the hosts of loopback. Names under `.localhost` are not here: Node asks the name server for them, and that may
 * give any address.
 */
export const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of the service and returns it without a trailing slash. Every request contains the password, so the
 * address must be https, or http on loopback.
 *
 * @throws FleetError `invalid-request`, without the address, which may contain a password
 */
export function normalizeBaseUrl(baseUrl: string | URL): string {
  const url = parse(baseUrl);
  const problem = problemOf(url);
  if (url === undefined || problem !== undefined) throw invalidRequest('configure', issueOf(problem, 'baseUrl'));
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Returns the problem of a base URL, or `undefined` for a valid one. */
export function baseUrlProblem(baseUrl: unknown): string | undefined {
  return problemOf(parse(baseUrl));
}

function problemOf(url: URL | undefined): string | undefined {
  if (url === undefined) return 'expected an absolute URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected https:';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'http: is only for loopback, expected https:';
  if (url.port !== '' && isBlockedPort(Number(url.port))) return `fetch refuses port ${url.port}`;
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; use the option credentials';
  if (url.search !== '' || url.hash !== '') return 'must not contain a query or a fragment';
  return undefined;
}

function parse(baseUrl: unknown): URL | undefined {
  try {
    // By its shape: a URL may come from another realm.
    const href = isObject(baseUrl) ? baseUrl['href'] : baseUrl;
    return typeof href === 'string' ? new URL(href) : undefined;
  } catch {
    return undefined;
  }
}
