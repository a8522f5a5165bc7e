import { refuse } from './refuse.js';

/** The names that loopback goes by, with any port. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses a request that came over a socket for a host other than this machine's loopback: by rebinding its own name
 * to 127.0.0.1, a page on the web could otherwise use the server from the browser of someone who runs it.
 *
 * @returns the refusal; nothing when the request may go on.
 */
export function refuseForeignHost({ headers, url }: Request): Response | undefined {
  const host = headers.get('host');
  if (host === null) return refuse(400, 'the Host header is missing');
  // The target of a request can name a host as well, and then it counts (RFC 9112, section 3.2.2). A port that is
  // none makes the URL none.
  const isLoopback = LOOPBACK.test(host) && URL.canParse(url) && LOOPBACK.test(new URL(url).host);
  return !isLoopback ? refuse(403, 'this host is not served here') : undefined;
}
