/** An answer arrived and cannot be used. The message contains no text of the answer. */
export class UnusableAnswer extends Error {}

/** The body of an answer or of a request is larger than its limit. */
export class TooLarge extends UnusableAnswer {}

export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

/**
 * Reads a body as UTF-8 text. The limit counts bytes after decompression.
 *
 * @param isLenient decodes each invalid byte sequence as U+FFFD
 * @throws UnusableAnswer for a body that is larger than `limitBytes`, or is not UTF-8
 */
export async function readText(reader: BodyReader, limitBytes: number, isLenient = false): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return decode(chunks, isLenient);
    bytes += value.byteLength;
    if (bytes > limitBytes) throw new TooLarge(`the response is larger than ${limitBytes} bytes`);
    chunks.push(value);
  }
}

function decode(chunks: readonly Uint8Array[], isLenient: boolean): string {
  const decoder = new TextDecoder('utf-8', { fatal: !isLenient });
  try {
    if (chunks.length === 1) return decoder.decode(chunks[0]);
    // A character may begin in one chunk and end in the next.
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  } catch {
    throw new UnusableAnswer('the response is not UTF-8');
  }
}

/** Reads a body, and cancels it if it cannot be used. Without a body, the text is empty. @throws as {@link readText} */
export async function readWholeBody(
  body: Pick<ReadableStream<Uint8Array>, 'getReader'> | null,
  limitBytes: number,
  isLenient?: boolean,
): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const text = readText(reader, limitBytes, isLenient);
  text.catch(() => cancelQuietly(reader));
  return text;
}

/** Cancels an unread body and ignores errors, even errors of a non-standard body. */
export function cancelQuietly(body: { cancel(): unknown } | null): void {
  Promise.resolve()
    .then(() => body?.cancel())
    .catch(() => {});
}
