import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { connect, Socket, type SocketConstructorOpts } from 'node:net';
import { systemClock } from '../../core/shared/clock.js';

/** How often a socket is tried. A reader that closes is noticed within a second. */
const INTERVAL_MS = 500;

/**
 * Runs the part of a command that prints for as long as it runs. When the reader of its stream is gone, the part ends,
 * and that is no failure. A write that fails tells it, and for a pipe or a socket it is noticed within a second also
 * while nothing is printed.
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
  const stopWatching = watchDescriptor(stream, close);
  try {
    await run(AbortSignal.any([stopped, closed.signal]));
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  } finally {
    stopWatching();
    stream.off('error', close);
    stream.off('close', close);
  }
}

function watchDescriptor(stream: NodeJS.WriteStream & { readonly fd?: number }, onClosed: () => void): () => void {
  const { fd } = stream;
  const status = fd === undefined ? undefined : fstatSync(fd);
  if (status?.isSocket()) return trySocket(stream);
  return fd !== undefined && status?.isFIFO() ? watchPipe(fd, onClosed) : () => {};
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

/** A write of nothing to a pipe never fails, so the pipe is polled: Linux reports an error when no reader is left. */
function watchPipe(fd: number, onClosed: () => void): () => void {
  try {
    const socket = pollWritingEnd(fd)?.on('error', onClosed);
    return () => socket?.destroy();
  } catch (error) {
    // A named pipe without a reader. After another error, the next write that fails tells.
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') onClosed();
    return () => {};
  }
}

interface TcpHandle {
  open(fd: number): number;
}

/**
 * Opens the writing end of a pipe as a socket, which fails when no reader is left. Node polls only what it reads. It
 * refuses to read a writing end, except as a TCP socket, whose handle it does not export.
 *
 * @returns `undefined` where Node refuses that too.
 */
function pollWritingEnd(fd: number): Socket | undefined {
  const idle = connect({ host: 'none', port: 1, lookup: () => {} });
  const { constructor: Handle } = (idle as unknown as { readonly _handle: object })._handle;
  idle.destroy();
  const handle = new (Handle as new (type: number) => TcpHandle)(0);
  // Another descriptor: Node polls a descriptor for one owner only, and stdout may have to wait until the reader reads.
  const own = openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  if (handle.open(own) === 0) return new Socket({ handle, readable: true, writable: false } as SocketConstructorOpts);
  closeSync(own);
  return undefined;
}
