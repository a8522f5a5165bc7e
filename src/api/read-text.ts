import { cancelQuietly } from './cancel-quietly.js';
import { UnusableAnswer } from './unusable-answer.js';

/**
 * Reads a body as UTF-8 text, at most `limitBytes` of it. The bytes are counted after decompression, so a small
 * answer cannot unfold into one that fills the memory.
 *
 * @param signal ends the reading, also of a body that does not listen to the signal of its fetch.
 * @throws UnusableAnswer for a body that is larger, or is not UTF-8.
 */
export async function readText(response: Response, limitBytes: number, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const cancel = (): void => cancelQuietly(reader);
  signal.addEventListener('abort', cancel, { once: true });
  // A fetch that ignores its signal gives answers that nobody waits for any more.
  if (signal.aborted) cancel();
  try {
    return await decodeChunks(reader, limitBytes);
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** What a chunk without bytes counts for: a stream of them, given at once, would leave no time for the deadline. */
const EMPTY_CHUNK_BYTES = 1024;

async function decodeChunks(reader: ReadableStreamDefaultReader<Uint8Array>, limitBytes: number): Promise<string> {
  const decode = createDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decode();
    bytes += value.byteLength || EMPTY_CHUNK_BYTES;
    if (bytes > limitBytes) throw new UnusableAnswer(`the answer is larger than ${limitBytes} bytes`);
    text += decode(value);
  }
}

/** A decoder that takes chunks, and nothing at the end; broken UTF-8 is an error, not a replacement character. */
function createDecoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new UnusableAnswer('the answer is not UTF-8');
    }
  };
}
