import { refuse } from './refuse.js';

/** The host names of loopback, with any port. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses a request for a host other than this machine's loopback. Otherwise a web page could rebind its own name to
 * 127.0.0.1 (DNS rebinding) and use the server through its user's browser.
 *
 * @returns the refusal, or `undefined` for an accepted request.
 */
export function refuseForeignHost({ headers, url }: Request): Response | undefined {
  const host = headers.get('host');
  if (host === null) return refuse(400, 'the Host header is missing');
  // A host in the request target overrides the header (RFC 9112, section 3.2.2). An invalid port makes the URL
  // invalid.
  const isLoopback = LOOPBACK.test(host) && URL.canParse(url) && LOOPBACK.test(new URL(url).host);
  return !isLoopback ? refuse(403, 'this host is not served here') : undefined;
}
