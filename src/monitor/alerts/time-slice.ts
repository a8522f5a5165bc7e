import { systemClock, type Clock } from '../../core/shared/clock.js';

/** How long a task runs before it yields to the event loop, measured by the platform's clock. */
const SLICE_MS = 8;

/** The time that a long task may use in one turn of the event loop. */
export class TimeSlice {
  readonly #untilMs = systemClock.monotonic() + SLICE_MS;

  /** To be called after each step. @returns whether the task has to yield to the event loop and begin another slice */
  isOver(): boolean {
    return systemClock.monotonic() >= this.#untilMs;
  }
}

/** Runs a task in a later turn of the event loop. A timer of 0 ms may fire in the same turn, if it takes 1 ms. */
export function inLaterTurn(clock: Clock, task: () => void): void {
  if (clock === systemClock) setImmediate(task);
  else clock.schedule(task, 0);
}

/** Yields to the event loop. @throws the reason of the signal when it aborts */
export async function nextSlice(signal: AbortSignal | undefined): Promise<TimeSlice> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
  return new TimeSlice();
}
