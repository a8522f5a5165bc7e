import type { Clock } from '../../core/shared/clock.js';
import { attempt, type AttemptOutcome } from './attempt.js';

/** The attempts of one channel. An attempt that ignores its signal goes on after its deadline, and is counted here. */
export interface Attempts {
  /** How many attempts may begin. */
  readonly room: number;
  /** Never rejects. */
  run(
    work: (signal: AbortSignal) => unknown,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<AttemptOutcome>;
  /** Forgets the attempts that go on. */
  stop(): void;
}

/** Attempts that ignore their signal hold memory. A channel with so many gets no further attempt until some end. */
const MAX_UNENDED = 100;

/** An attempt that has not ended so long after its deadline counts as ended: otherwise the channel would stop for good. */
const UNENDED_MS = 3_600_000;

/** @param onRoom called when an attempt has ended long after its deadline. */
export function createAttempts(clock: Clock, onRoom: () => void): Attempts {
  /** The attempts that go on after their deadline. Each function forgets one. */
  const unended = new Set<() => void>();
  let isStopped = false;

  return {
    get room() {
      return MAX_UNENDED - unended.size;
    },
    async run(work, options) {
      let isEnded = false;
      let cancelTimer = (): void => {};
      const end = (): void => {
        isEnded = true;
        cancelTimer();
        if (unended.delete(end)) onRoom();
      };
      const outcome = await attempt(work, { ...options, clock, onEnded: end });
      if (!isEnded && !isStopped) {
        unended.add(end);
        cancelTimer = clock.schedule(end, UNENDED_MS);
      }
      return outcome;
    },
    stop() {
      isStopped = true;
      for (const forget of unended) forget();
    },
  };
}
