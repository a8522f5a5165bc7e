import { fstatSync } from 'node:fs';
import { systemClock } from '../../core/shared/clock.js';

/** How often a socket is tried. A reader that closes is noticed within a second. */
const INTERVAL_MS = 500;

/**
 * Runs the part of a command that prints for as long as it runs. When the reader of its stream is gone, the part ends,
 * and that is no failure. A write that fails tells it, and for a socket it is noticed within a second also while nothing
 * is printed.
 */
export async function whileRead(
  stream: NodeJS.WriteStream & { readonly fd?: number },
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const closed = new AbortController();
  const close = (): void => closed.abort();
  stream.once('error', close);
  stream.once('close', close);
  const isSocket = stream.fd !== undefined && fstatSync(stream.fd).isSocket();
  const stopTrying = isSocket ? trySocket(stream) : undefined;
  try {
    await run(AbortSignal.any([stopped, closed.signal]));
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  } finally {
    stopTrying?.();
    stream.off('error', close);
    stream.off('close', close);
  }
}

/**
 * Writes nothing to a socket, which fails as soon as the other end is closed. Reading says less: the journal of systemd
 * closes its direction from the start.
 */
function trySocket(stream: NodeJS.WriteStream): () => void {
  let cancel = (): void => {};
  const next = (): void => {
    if (stream.writableLength === 0) stream.write('');
    cancel = systemClock.schedule(next, INTERVAL_MS);
  };
  cancel = systemClock.schedule(next, INTERVAL_MS);
  return () => cancel();
}
