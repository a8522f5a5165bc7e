/** An error answer in JSON: `{"error": "…"}`. */
export function refuse(status: number, error: string, init: HeadersInit = {}): Response {
  const body = Buffer.from(JSON.stringify({ error }));
  const headers = new Headers(init);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(body.length));
  headers.set('cache-control', 'no-store');
  return new Response(body, { status, headers });
}
