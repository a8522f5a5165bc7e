import type { Operation } from '../shared/fleet-error.js';
import { invalidRequest } from './refuse-issues.js';

/** One slash at its beginning: two would name another host. */
const PATH = /^\/(?![/\\])[^\\?#\p{Cc}]*$/u;

/**
 * Reads a base URL that is a path of the page's own origin, such as `/fleet`, where a proxy adds the credentials.
 *
 * @returns it in its normal form, without a slash at its end; `undefined` for anything else.
 */
export function normalizePagePath(baseUrl: unknown): string | undefined {
  if (typeof baseUrl !== 'string' || !PATH.test(baseUrl)) return undefined;
  return new URL(baseUrl, 'https://page.invalid').pathname.replace(/\/+$/, '');
}

/**
 * Puts the origin of the page, or of the worker, before such a path. Only when something is sent: what is made while
 * a page is rendered on a server may be used in the browser.
 *
 * @throws FleetError `invalid-request` where there is no page.
 */
export function locate(baseUrl: string, operation: Operation): string {
  if (baseUrl.startsWith('http')) return baseUrl;
  const { location } = globalThis as { readonly location?: { readonly origin?: string } };
  const origin = location?.origin ?? '';
  if (origin.startsWith('http')) return origin + baseUrl;
  const message = 'a path alone works only in a page with an http address; expected an absolute URL';
  throw invalidRequest(operation, [{ path: 'baseUrl', message }]);
}
