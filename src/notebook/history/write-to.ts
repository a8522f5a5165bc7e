import { isObjectWith } from '../../core/shared/option-schemas.js';
import { invalidRequest } from '../../core/shared/refuse-issues.js';
import { nodeModule } from './node-module.js';

/** A `Writable` of Node: some of its members. */
export interface NodeWritable {
  write(chunk: Uint8Array, done: (error?: Error | null) => void): boolean;
  end(done: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A place to which a history can be written. */
export type HistoryWritable = WritableStream<Uint8Array> | NodeWritable;

/**
 * Writes texts as UTF-8, each after the stream has taken the one before, and ends the stream, unless it is the standard output.
 *
 * @throws the error of the stream; FleetError `invalid-request` for a value that is not a stream
 */
export async function writeTo(writable: HistoryWritable, texts: AsyncIterable<string>): Promise<void> {
  if (isObjectWith(writable, ['getWriter'])) {
    const encoder = new TextEncoder();
    const parts = texts[Symbol.asyncIterator]();
    const source = new ReadableStream<Uint8Array>({
      async pull(stream) {
        const { done, value } = await parts.next();
        if (done) stream.close();
        else stream.enqueue(encoder.encode(value));
      },
    });
    return source.pipeTo(writable as WritableStream<Uint8Array>);
  }
  const streams = nodeModule?.('node:stream/promises');
  if (streams === undefined || !isObjectWith(writable, ['write', 'end', 'on']))
    throw invalidRequest('configure', [
      { path: 'writable', message: 'expected a WritableStream, or a Writable of Node' },
    ]);
  // A program goes on to print.
  const { fd = -1 } = writable as { fd?: number };
  await streams.pipeline(texts, writable as NodeJS.WritableStream, { end: fd !== 1 && fd !== 2 });
}
