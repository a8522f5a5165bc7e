import { Refused } from './refused.js';

/**
 * Refuses requests from pages of other origins: the browser adds the visitor's cookies to them, so `authorize` would
 * allow them. Browsers name the origin in headers that no script can set (https://www.w3.org/TR/fetch-metadata/). Older
 * browsers, and pages on plain http, send only `Origin`. Without these headers, `authorize` alone decides: a page of
 * another origin could not read the response, and could not send a create.
 *
 * @param origins the allowed origins. @default the origin of the request's URL
 * @throws Refused 403
 */
export function refuseCrossSite({ headers, url }: Request, origins: readonly string[] | undefined): void {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin') throw new Refused(403, 'only pages of the same origin may send requests');
  // The fetch of a script has no destination; a frame, an image and a navigation have one.
  const destination = headers.get('sec-fetch-dest') ?? 'empty';
  if (destination !== 'empty') throw new Refused(403, 'only scripts may send requests');
  const origin = headers.get('origin');
  if (origin === null || (origins ?? [new URL(url).origin]).includes(origin)) return;
  throw new Refused(403, "the option `origins` of the proxy does not list the page's origin");
}
