import { fstatSync } from 'node:fs';
import { type Clock, systemClock } from '../../core/shared/clock.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import type { CommandIo } from './command-io.js';

/** The signals that ask a process to end: Ctrl-C, `kill`, and a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a part of a command with a signal that aborts at the first of the signals to the command, for a clean end. A second
 * signal ends the process at once.
 */
export async function untilStopped<T>(
  { signals = process }: Pick<CommandIo, 'signals'>,
  run: (signal: AbortSignal) => Promise<T>,
  names: readonly NodeJS.Signals[] = STOP_SIGNALS,
): Promise<T> {
  const controller = new AbortController();
  const release = (): void => names.forEach((name) => signals.off(name, request));
  const request = (): void => {
    release();
    controller.abort();
  };
  names.forEach((name) => signals.on(name, request));
  return run(controller.signal).finally(release);
}

export async function aborted(signal: AbortSignal): Promise<void> {
  await unlessAborted(new Promise<void>(() => {}), [signal]).catch(() => {});
}

/** How often a socket is tried, so that a closed reader is noticed within a second. */
const INTERVAL_MS = 500;

/**
 * Runs the part of a command that prints for as long as it runs. When the reader of its stream is gone, the part ends
 * without a failure. A failed write shows this, and a socket is also tried while nothing is printed.
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
 * Writes an empty text to a socket, again and again: the write fails when the other end is closed. A read would not show
 * this, because the journal of systemd closes its writing direction from the start.
 */
function trySocket(stream: NodeJS.WriteStream): () => void {
  return repeat(systemClock, INTERVAL_MS, () => {
    if (stream.writableLength === 0) stream.write('');
  });
}

export async function pause(ms: number, signal: AbortSignal, clock: Clock = systemClock): Promise<void> {
  let cancel = (): void => {};
  const over = new Promise<void>((resolve) => (cancel = clock.schedule(resolve, ms)));
  await unlessAborted(over, [signal]).catch(() => {});
  cancel();
}

/** Runs a task again and again, the first time after `everyMs`. @returns a function that ends this */
export function repeat(clock: Clock, everyMs: number, task: () => void): () => void {
  const next = (): void => {
    task();
    cancel = clock.schedule(next, everyMs);
  };
  let cancel = clock.schedule(next, everyMs);
  return () => cancel();
}
