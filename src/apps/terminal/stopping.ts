import { type Clock, systemClock } from '../../core/shared/clock.js';
import { unlessAborted } from '../../core/shared/on-abort.js';
import type { CommandIo } from './command-io.js';

/** The signals that ask a process to end: Ctrl-C, `kill`, and a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a part of a command. The first process signal aborts the `AbortSignal` of the part, so that it can end cleanly.
 * A second process signal ends the process at once.
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

/**
 * Runs the part of a command that prints for as long as it runs. When a write fails because the reader of the stream is
 * gone, the part ends without a failure.
 */
export async function whileRead(
  stream: NodeJS.WriteStream,
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const closed = new AbortController();
  const close = (): void => closed.abort();
  stream.once('error', close);
  stream.once('close', close);
  try {
    await run(AbortSignal.any([stopped, closed.signal]));
  } catch (error) {
    if (!closed.signal.aborted) throw error;
  } finally {
    stream.off('error', close);
    stream.off('close', close);
  }
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
