/** Keeps what belongs to users (their subscribers, selectors, handlers) from harming anything else. */
export interface Guard {
  /** Runs it; what it throws is reported. */
  run(task: () => void): void;
  report(error: unknown): void;
}

/** @param onError takes what was thrown; if it throws itself, the console gets both. */
export function createGuard(onError: (error: unknown) => void): Guard {
  function report(error: unknown): void {
    try {
      onError(error);
    } catch (another) {
      console.error(error, another);
    }
  }
  return {
    run(task) {
      try {
        task();
      } catch (error) {
        report(error);
      }
    },
    report,
  };
}
