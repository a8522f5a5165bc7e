import { isBlockedPort } from './blocked-ports.js';
import { isObject } from './inspect.js';
import { invalidRequest, issueOf } from './refuse-issues.js';

/** Names under `.localhost` are not here: Node asks the name server for them, and that may give any address. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of the service and gives it without a slash at its end, so that a path can follow.
 * The password goes with every request, so it must be https, or http to this very machine.
 *
 * @throws FleetError `invalid-request`; it does not hold the address, which may hold a password.
 */
export function normalizeBaseUrl(baseUrl: string | URL): string {
  const url = parse(baseUrl);
  const problem = problemOf(url);
  if (url === undefined || problem !== undefined) throw invalidRequest('configure', issueOf(problem, 'baseUrl'));
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** Says why `baseUrl` cannot be the address of the service, or nothing if it can. */
export function baseUrlProblem(baseUrl: unknown): string | undefined {
  return problemOf(parse(baseUrl));
}

function problemOf(url: URL | undefined): string | undefined {
  if (url === undefined) return 'expected an absolute URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected https:';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'http: is only for loopback, expected https:';
  if (url.port !== '' && isBlockedPort(Number(url.port))) return `port ${url.port} is one that fetch refuses`;
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password, use credentials';
  if (url.search !== '' || url.hash !== '') return 'must not hold a query or a fragment';
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
