/** The headers of every answer. No header of the service is passed on. */
const HEADERS = {
  'content-type': 'application/json',
  // The next user of the browser, or of a cache on the way, must not get the response.
  'cache-control': 'no-store',
  // Pages of other origins cannot embed the response, and no browser guesses another type.
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

export function jsonAnswer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}

export function retryAfterHeader(delayMs: number): Record<string, string> {
  return { 'retry-after': String(Math.ceil(delayMs / 1000)) };
}
