import type { Operation } from '../shared/fleet-error.js';
import { invalidRequest } from '../shared/refuse-issues.js';

/** One leading slash: two would name another host. */
const PATH = /^\/(?![/\\])[^\\?#\p{Cc}]*$/u;

/**
 * Normalizes a base URL that is a path of the page's origin, such as `/fleet`, where a proxy adds the credentials.
 *
 * @returns the path without a trailing slash; `undefined` for any other value
 */
export function normalizePagePath(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string' || !PATH.test(baseUrl)) return undefined;
  return new URL(baseUrl, 'https://page.invalid').pathname.replace(/\/+$/, '');
}

/**
 * Adds the origin of the page or the worker to such a path. Call it for each request: a client that is made during
 * rendering on a server may be used in the browser.
 *
 * @throws FleetError `invalid-request` outside a page
 */
export function locate(baseUrl: string, operation: Operation): string {
  if (baseUrl.startsWith('http')) return baseUrl;
  const { location } = globalThis as { readonly location?: { readonly origin?: string } };
  const origin = location?.origin ?? '';
  if (origin.startsWith('http')) return origin + baseUrl;
  const message = 'a path alone works only in a page with an http address; expected an absolute URL';
  throw invalidRequest(operation, [{ path: 'baseUrl', message }]);
}
