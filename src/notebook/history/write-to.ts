import { isObjectWith } from '../../core/shared/option-schemas.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';

/** A `Writable` of Node: its members that are needed. */
export interface NodeWritable {
  write(chunk: Uint8Array, done: (error?: Error | null) => void): boolean;
  end(done: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

/** A place to which a history can be written. */
export type HistoryWritable = WritableStream<Uint8Array> | NodeWritable;

/**
 * Writes texts as UTF-8, each after the stream has taken the one before, and ends the stream.
 *
 * @throws the error of the stream; FleetError `invalid-request` for a value that is not a stream
 */
export async function writeTo(writable: HistoryWritable, texts: AsyncIterable<string>): Promise<void> {
  const encoder = new TextEncoder();
  if (isObjectWith(writable, ['getWriter'])) {
    const writer = (writable as WritableStream<Uint8Array>).getWriter();
    try {
      for await (const text of texts) await writer.write(encoder.encode(text));
      await writer.close();
    } finally {
      writer.releaseLock();
    }
    return;
  }
  if (!isObjectWith(writable, ['write', 'end', 'once']))
    throw invalidRequest('configure', [
      { path: 'writable', message: 'expected a WritableStream, or a Writable of Node' },
    ]);
  const node = writable as NodeWritable;
  const failed = new Promise<never>((_, reject) => node.once('error', reject));
  failed.catch(() => undefined);
  const written = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      node.write(encoder.encode(text), (error) => (error ? reject(error) : resolve()));
    });
  for await (const text of texts) await Promise.race([failed, written(text)]);
  await Promise.race([failed, new Promise<void>((resolve) => node.end(resolve))]);
}
