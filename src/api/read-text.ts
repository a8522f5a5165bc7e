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
  // In a promise, since the body of a fetch that is not quite standard may throw at once.
  const cancel = (): void =>
    void Promise.resolve()
      .then(() => reader.cancel())
      .catch(() => {});
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

const MAX_EMPTY_CHUNKS = 10_000;

async function decodeChunks(reader: ReadableStreamDefaultReader<Uint8Array>, limitBytes: number): Promise<string> {
  const decode = createDecoder();
  let text = '';
  let bytes = 0;
  let emptyChunks = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decode();
    bytes += value.byteLength;
    // A stream that gives nothing, and that at once, would leave no time for the deadline.
    if (value.byteLength === 0 && ++emptyChunks > MAX_EMPTY_CHUNKS) throw new UnusableAnswer('the answer never begins');
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
