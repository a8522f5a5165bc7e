/** The time limit of one candidate. Long work checks it between its steps. */
export interface TimeLimit {
  /**
   * For small steps: reads the time only now and then.
   *
   * @throws TimeLimitExceeded after the limit
   */
  check(): void;
  /** For large steps: reads the time at each step. */
  look(): void;
  /** Runs work that counts towards the limit. */
  during<T>(task: () => T): T;
}

export class TimeLimitExceeded extends Error {
  constructor(limitMs: number) {
    super(`stopped after ${limitMs / 1000} s`);
  }
}

/** Reading the time takes longer than many steps. */
const STEPS_PER_LOOK = 128;

/** Only work inside `during` counts, because candidates take turns. It measures processor time. */
export function createTimeLimit(limitMs: number, now: () => number = processorMs): TimeLimit {
  let spentMs = 0;
  let since: number | undefined;
  let steps = 0;

  function look(): void {
    if (spentMs + (since === undefined ? 0 : now() - since) > limitMs) throw new TimeLimitExceeded(limitMs);
  }

  function stop(): void {
    spentMs += now() - (since ?? 0);
    since = undefined;
  }

  return {
    check() {
      steps += 1;
      if (steps % STEPS_PER_LOOK === 0) look();
    },
    look,
    during(task) {
      look();
      since = now();
      let isPending = false;
      try {
        const result = task();
        if (!(result instanceof Promise)) return result;
        isPending = true;
        return result.finally(stop) as typeof result;
      } finally {
        if (!isPending) stop();
      }
    },
  };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
