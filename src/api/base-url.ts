import { FleetError } from '../shared/fleet-error.js';

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the address of the service and gives it without a slash at its end, so that a path can follow.
 * The password goes with every request, so it must be https, or http to this very machine.
 *
 * @throws FleetError `invalid-request`; it does not hold the address, which may hold a password.
 */
export function normalizeBaseUrl(baseUrl: string | URL): string {
  const url = parse(baseUrl);
  const problem = url === undefined ? 'expected an absolute URL' : problemOf(url);
  if (url === undefined || problem !== undefined) {
    const issues = [{ path: 'baseUrl', message: problem ?? '' }];
    throw new FleetError('invalid-request', 'configure', `baseUrl: ${problem}`, { issues });
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function problemOf(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'expected https:';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'http: is only for loopback, expected https:';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password, use credentials';
  if (url.search !== '' || url.hash !== '') return 'must not hold a query or a fragment';
  return undefined;
}

function parse(baseUrl: unknown): URL | undefined {
  try {
    return new URL(String(baseUrl));
  } catch {
    return undefined;
  }
}
