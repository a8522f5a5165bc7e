import { UnusableAnswer } from './unusable-answer.js';

/** The part of a body's reader that is used. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

/** What a chunk without bytes counts for: a stream of them, given at once, would leave no time for the deadline. */
const EMPTY_CHUNK_BYTES = 1024;

/**
 * Reads a body as UTF-8 text, at most `limitBytes` of it. The bytes are counted after decompression, so a small
 * answer cannot unfold into one that fills the memory. What cannot be read is the caller's to cancel.
 *
 * @param isLenient decodes each invalid byte sequence as U+FFFD, the replacement character, instead of throwing
 * @throws UnusableAnswer for a body that is larger, or is not UTF-8.
 */
export async function readText(reader: BodyReader, limitBytes: number, isLenient = false): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return decode(chunks, isLenient);
    bytes += value.byteLength || EMPTY_CHUNK_BYTES;
    if (bytes > limitBytes) throw new UnusableAnswer(`the response is larger than ${limitBytes} bytes`);
    chunks.push(value);
  }
}

const FATAL = { fatal: true };

/** To decode a whole text at once leaves nothing behind in the decoder, so one will do. */
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', FATAL);

function decode(chunks: readonly Uint8Array[], isLenient: boolean): string {
  try {
    return chunks.length === 1 ? decoder.decode(chunks[0]) : decodePieces(chunks, FATAL);
  } catch {
    if (isLenient) return decodePieces(chunks);
    throw new UnusableAnswer('the response is not UTF-8');
  }
}

/** A character may begin in one chunk and end in the next. */
function decodePieces(chunks: readonly Uint8Array[], options?: TextDecoderOptions): string {
  const pieces = new TextDecoder('utf-8', options);
  return chunks.map((chunk) => pieces.decode(chunk, { stream: true })).join('') + pieces.decode();
}
