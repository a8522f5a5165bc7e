/** The reader went away (`| head`), or the terminal was closed. */
const READER_GONE = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/**
 * Lets the process go on quietly when nobody reads a stream any more: `| head` is no failure, and a service goes on
 * serving. What else keeps a stream from being written, such as a full disk, is handed on, by its code.
 */
export function outliveReaders(streams: readonly NodeJS.WriteStream[], onFailure: (code: string) => void): void {
  for (const stream of streams) {
    stream.on('error', ({ code = 'unknown error' }: NodeJS.ErrnoException) => {
      if (!READER_GONE.has(code)) onFailure(code);
    });
  }
}
