/** An answer to a request that is not served: why, in JSON. */
export function refuse(status: number, error: string): Response {
  const body = Buffer.from(JSON.stringify({ error }));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    'cache-control': 'no-store',
  };
  return new Response(body, { status, headers });
}
