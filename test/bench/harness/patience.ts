/** How long one candidate may take. What takes long asks between its steps. */
export interface Patience {
  /**
   * For small steps: looks at the time now and then.
   *
   * @throws OutOfPatience when it is at its end.
   */
  check(): void;
  /** The same for large steps: looks each time. */
  look(): void;
  /** Runs something that counts. */
  during<T>(task: () => T): T;
}

export class OutOfPatience extends Error {
  constructor(limitMs: number) {
    super(`stopped after ${limitMs / 1000} s`);
  }
}

/** To look at the time costs more than many a step does. */
const STEPS_PER_LOOK = 128;

/** Only what it is asked to do counts: candidates take turns. The time is that of the processor. */
export function createPatience(limitMs: number, now: () => number = processorMs): Patience {
  let spentMs = 0;
  let since: number | undefined;
  let steps = 0;

  function look(): void {
    if (spentMs + (since === undefined ? 0 : now() - since) > limitMs) throw new OutOfPatience(limitMs);
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
