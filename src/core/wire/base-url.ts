import type { Operation } from '../shared/fleet-error.js';
import { isObject } from '../shared/is-object.js';
import { invalidRequest, issueOf, refuseIssues } from '../shared/refuse-issues.js';

/** The loopback hosts, without names under `.localhost`: Node resolves them by DNS, which may return any address. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Checks the address of the service and cuts a trailing slash. @throws FleetError `invalid-request`, without the address */
export function normalizeBaseUrl(baseUrl: string | URL): string {
  refuseIssues('configure', issueOf(baseUrlProblem(baseUrl), 'baseUrl'));
  const { origin, pathname } = parse(baseUrl) as URL;
  return origin + pathname.replace(/\/+$/, '');
}

/** Every request contains the password, so the address must be https, or http on loopback. */
export function baseUrlProblem(baseUrl: unknown): string | undefined {
  const url = parse(baseUrl);
  if (url === undefined) return 'expected an absolute URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected https:';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'http: is only for loopback, expected https:';
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) return `fetch refuses port ${url.port}`;
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

/** The ports that fetch refuses (https://fetch.spec.whatwg.org/#port-blocking). */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether a URL can be parsed, and its user name and password can be percent-decoded, as clients decode them. */
export function hasEncodedAccount(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** One leading slash: two would name another host. */
const PATH = /^\/(?![/\\])[^\\?#\p{Cc}]*$/u;

/** Normalizes a base URL that is a path of the page's origin, such as `/fleet`; `undefined` for any other value. */
export function normalizePagePath(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string' || !PATH.test(baseUrl)) return undefined;
  return new URL(baseUrl, 'https://page.invalid').pathname.replace(/\/+$/, '');
}

/** Adds the origin of the page to a path at each request: a client made on a server may be used in the browser. */
export function locate(baseUrl: string, operation: Operation): string {
  if (baseUrl.startsWith('http')) return baseUrl;
  const { location } = globalThis as { readonly location?: { readonly origin?: string } };
  const origin = location?.origin ?? '';
  if (origin.startsWith('http')) return origin + baseUrl;
  const message = 'a path alone works only in a page with an http address; expected an absolute URL';
  throw invalidRequest(operation, [{ path: 'baseUrl', message }]);
}
