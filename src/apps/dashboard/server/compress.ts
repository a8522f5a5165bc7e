import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '../../../http/accepts-gzip.js';

const compress = promisify(gzip);

/** A smaller answer fits into one packet anyway. */
const MIN_BYTES = 1024;

/** Compresses an answer of JSON for a browser that accepts it: those for a large fleet repeat ids and names of fields. */
export async function compressJson(response: Response, request: Request): Promise<Response> {
  if (!acceptsGzip(request) || response.headers.get('content-type') !== 'application/json') return response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  if (bytes.length < MIN_BYTES) return new Response(bytes.length === 0 ? null : bytes, { status, headers });
  headers.set('content-encoding', 'gzip');
  headers.set('vary', 'accept-encoding');
  return new Response(new Uint8Array(await compress(bytes, { level: 1 })), { status, headers });
}
