import { createAlarm } from '../../core/polling/alarm.js';
import type { Clock } from '../../core/shared/clock.js';
import type { Alert } from '../alerts/alert.js';
import { attempt, type AttemptOutcome } from './attempt.js';
import type { CheckedChannel } from './read-channels.js';

export interface RepeaterParts {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Whether this monitor repeats. */
  readonly delivers: () => boolean;
  /** The channel gets nothing before this monotonic time. */
  readonly heldUntilMs: () => number;
  readonly alerts: () => readonly Alert[];
  /** Called when a repetition has ended. */
  readonly onEnded: (outcome: AttemptOutcome) => void;
}

/** Sends the firing alerts to a channel at its interval. */
export interface Repeater {
  /** Repeats at once, and then at the interval of the channel. Does nothing for a channel without `repeat`. */
  start(channel: CheckedChannel): void;
  /** To be called when `delivers` may have changed. */
  wake(): void;
  /** Aborts a running repetition. */
  stop(): void;
  /**
   * Whether a repetition runs. No event is delivered meanwhile: a repetition that arrives after `cleared` would raise the
   * alert again.
   */
  readonly isRunning: boolean;
}

export function createRepeater({ clock, timeoutMs, delivers, heldUntilMs, alerts, onEnded }: RepeaterParts): Repeater {
  const alarm = createAlarm(clock, () => void repeat());
  let channel: CheckedChannel | undefined;
  let ending = new AbortController();
  let nextMs = 0;
  let isRunning = false;

  async function repeat(): Promise<void> {
    if (channel === undefined || isRunning || !delivers()) return;
    const dueMs = Math.max(nextMs, heldUntilMs());
    if (clock.monotonic() < dueMs) return alarm.set(dueMs);
    const current = ending;
    nextMs = clock.monotonic() + (channel.repeatMs ?? Infinity);
    const firing = alerts();
    if (firing.length === 0) return alarm.set(nextMs);
    isRunning = true;
    const { signal } = current;
    const outcome = await attempt((deadline) => channel?.repeat?.(firing, { signal: deadline }), {
      clock,
      timeoutMs: channel.timeoutMs ?? timeoutMs,
      signal,
    });
    if (current !== ending) return;
    isRunning = false;
    alarm.set(nextMs);
    onEnded(outcome);
  }

  return {
    start(next) {
      channel = next.repeat === undefined ? undefined : next;
      nextMs = 0;
      void repeat();
    },
    wake: () => void repeat(),
    stop() {
      channel = undefined;
      isRunning = false;
      alarm.set(Infinity);
      const previous = ending;
      ending = new AbortController();
      previous.abort();
    },
    get isRunning() {
      return isRunning;
    },
  };
}
