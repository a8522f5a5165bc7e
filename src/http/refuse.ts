/** An error answer in JSON: `{"error": "…"}`. */
export function refuse(status: number, error: string, init?: HeadersInit): Response {
  return answerJson(status, JSON.stringify({ error }), init);
}

/** An answer that no cache may store: records hold passwords. @param text JSON */
export function answerJson(status: number, text: string, init?: HeadersInit): Response {
  const body = new TextEncoder().encode(text);
  const headers = new Headers(init);
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(body.length));
  headers.set('cache-control', 'no-store');
  return new Response(body, { status, headers });
}
