import { pipeline, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { BodyReader } from '../../core/wire/read-text.js';

type Read = Awaited<ReturnType<BodyReader['read']>>;

/** The most codings of one body: each takes memory for its window. */
const MAX_CODINGS = 5;

/**
 * Decompresses a body. No request asks for compression, but some servers compress always. The chunks are decompressed
 * when they are read, so that a small body cannot expand until it fills the memory.
 *
 * @param encoding the value of the header `content-encoding`
 */
export function decodeBody(reader: BodyReader, encoding: string): BodyReader {
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  // A longer list is refused like an unknown coding.
  if (codings.length > MAX_CODINGS) return decodeWith([encoding], reader);
  return codings.length === 0 ? reader : decodeWith(codings, reader);
}

function decodeWith(codings: readonly string[], reader: BodyReader): BodyReader {
  // The last coding was applied last.
  const chunks = codings.reduceRight((source, coding) => decodeChunks(source, coding), chunksOf(reader));
  return {
    read: async () => (await chunks.next()) as Read,
    async cancel() {
      // First, because a running read of the decoder waits for a chunk.
      await reader.cancel();
      await chunks.return(undefined);
    },
  };
}

async function* chunksOf(reader: BodyReader): AsyncGenerator<Uint8Array, undefined> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    yield value;
  }
}

async function* decodeChunks(
  source: AsyncGenerator<Uint8Array>,
  coding: string,
): AsyncGenerator<Uint8Array, undefined> {
  const first = await source.next();
  if (first.done === true) return undefined;
  const decoder = decoderOf(coding, first.value[0] ?? 0);
  if (decoder === undefined) throw new TypeError(`The content encoding is not supported: ${coding}.`);
  // The iteration throws the error of the pipeline.
  yield* pipeline(startWith(first.value, source), decoder, () => {}) as AsyncIterable<Uint8Array>;
  return undefined;
}

async function* startWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

function decoderOf(coding: string, firstByte: number): Duplex | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  if (coding !== 'deflate') return undefined;
  // The standard wants a zlib header, whose first byte ends with 8. Some servers leave it out.
  return (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
