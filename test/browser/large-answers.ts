import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

const CHUNK = Buffer.alloc(64 * 1024, ' ');
const COMPRESSED_BYTES = 64 * 1024 ** 2;

/** Answers above any size limit: an endless answer below `/endless`, a small answer that expands on other paths. */
export function serveLargeAnswer(
  { originalUrl = '' }: IncomingMessage & { originalUrl?: string | undefined },
  outgoing: ServerResponse,
): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  if (originalUrl.includes('/endless/')) {
    outgoing.writeHead(200, headers);
    pipeline(Readable.from(endlessly(CHUNK)), outgoing, () => {});
    return;
  }
  const body = gzipSync(Buffer.alloc(COMPRESSED_BYTES, ' '));
  outgoing.writeHead(200, { ...headers, 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
}

function* endlessly(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}
