import { Refused } from './refused.js';

/**
 * Refuses what a page of another origin has sent, reading included: the visitor's cookies came with it, so `authorize`
 * would take it for the visitor's own. Browsers say where a request comes from in headers that no script can set
 * (https://www.w3.org/TR/fetch-metadata/); older ones, and those on plain http, in `Origin` alone.
 *
 * What has neither is no page of another origin that could read the answer, or send a create: it goes on to
 * `authorize`.
 *
 * @param origins those of the pages that may ask. @default that of the request's URL
 * @throws Refused 403
 */
export function refuseCrossSite({ headers, url }: Request, origins: readonly string[] | undefined): void {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  if (site !== 'same-origin') throw new Refused(403, 'only a page of the same origin may ask');
  // What a script fetches has no destination; a frame, an image, a navigation has one.
  const destination = headers.get('sec-fetch-dest') ?? 'empty';
  if (destination !== 'empty') throw new Refused(403, 'only a script may ask');
  const origin = headers.get('origin');
  if (origin === null || (origins ?? [new URL(url).origin]).includes(origin)) return;
  throw new Refused(403, "only a page of the same origin may ask (the proxy's option `origins` says which that is)");
}
