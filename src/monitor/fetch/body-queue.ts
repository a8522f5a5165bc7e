import type { BodyReader } from '../../core/wire/read-text.js';

/** The socket that a body comes from. */
export interface BodySource {
  pause(): void;
  resume(): void;
}

/** The chunks of a body that have arrived, and their reader. Without web streams, which take longer than the request. */
export interface BodyQueue {
  readonly reader: BodyReader;
  push(chunk: Uint8Array, source: BodySource): void;
  end(): void;
  /** The chunks before the failure are dropped. A queue that has ended ignores it. */
  fail(error: unknown): void;
}

type Read = Awaited<ReturnType<BodyReader['read']>>;

interface Waiting {
  readonly resolve: (read: Read) => void;
  readonly reject: (error: unknown) => void;
}

/** Without a reader that takes them, this much is kept, and the rest stays on the socket. */
const HIGH_WATER_BYTES = 64 * 1024;

const DONE: Read = { done: true, value: undefined };

/** @param cancel stops the request; called for each cancellation, also after the end */
export function createBodyQueue(cancel: () => void): BodyQueue {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let paused: BodySource | undefined;
  let waiting: Waiting | undefined;
  let ended: { readonly error?: unknown } | undefined;

  function settle(result: { readonly error?: unknown }): void {
    if (ended !== undefined) return;
    ended = result;
    if (waiting === undefined) return;
    if ('error' in result) waiting.reject(result.error);
    else waiting.resolve(DONE);
    waiting = undefined;
  }

  function read(): Promise<Read> {
    const value = chunks.shift();
    if (value !== undefined) {
      bytes -= value.byteLength;
      if (paused !== undefined && bytes < HIGH_WATER_BYTES) {
        const source = paused;
        paused = undefined;
        source.resume();
      }
      return Promise.resolve({ done: false, value });
    }
    if (ended === undefined) return new Promise((resolve, reject) => (waiting = { resolve, reject }));
    return 'error' in ended ? Promise.reject(ended.error) : Promise.resolve(DONE);
  }

  return {
    reader: {
      read,
      async cancel() {
        chunks.length = 0;
        cancel();
      },
    },
    push(value, source) {
      if (ended !== undefined) return;
      if (waiting !== undefined) {
        waiting.resolve({ done: false, value: value });
        waiting = undefined;
        return;
      }
      chunks.push(value);
      bytes += value.byteLength;
      if (bytes < HIGH_WATER_BYTES) return;
      paused = source;
      source.pause();
    },
    end: () => settle({}),
    fail(error) {
      if (ended === undefined) chunks.length = 0;
      settle({ error });
    },
  };
}
