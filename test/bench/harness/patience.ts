/** How long one candidate may take. What takes long asks between its steps. */
export interface Patience {
  /** @throws OutOfPatience when it is at its end. */
  check(): void;
  /** Runs something that counts. */
  during<T>(task: () => T): T;
}

export class OutOfPatience extends Error {
  constructor(limitMs: number) {
    super(`stopped after ${limitMs / 1000} s`);
  }
}

/** Only what it is asked to do counts: candidates take turns. */
export function createPatience(limitMs: number, now: () => number = () => performance.now()): Patience {
  let spentMs = 0;
  let since: number | undefined;

  function check(): void {
    if (spentMs + (since === undefined ? 0 : now() - since) > limitMs) throw new OutOfPatience(limitMs);
  }

  return {
    check,
    during(task) {
      check();
      since = now();
      const stop = (): void => {
        spentMs += now() - (since ?? 0);
        since = undefined;
      };
      const result = task();
      if (result instanceof Promise) return result.finally(stop) as typeof result;
      stop();
      return result;
    },
  };
}
