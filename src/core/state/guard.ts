/** Keeps what belongs to users (their subscribers, selectors, handlers) from harming anything else. */
export interface Guard {
  /** Runs it; what it throws is reported, and what it rejects with if it is asynchronous. */
  run(task: () => unknown): void;
  report(error: unknown): void;
  /** Reports what a promise rejects with, which would end a process of Node. Anything else passes. */
  watch(result: unknown): void;
}

/** @param onError takes what was thrown; if it throws itself, the console gets both. */
export function createGuard(onError: (error: unknown) => unknown): Guard {
  function report(error: unknown): void {
    const giveUp = (another: unknown): void => {
      try {
        console.error(error, another);
      } catch {
        // A console that throws, as some tests have it: there is nobody left to tell.
      }
    };
    try {
      catchRejection(onError(error), giveUp);
    } catch (another) {
      giveUp(another);
    }
  }

  function watch(result: unknown): void {
    catchRejection(result, report);
  }

  return {
    run(task) {
      try {
        watch(task());
      } catch (error) {
        report(error);
      }
    },
    report,
    watch,
  };
}

function catchRejection(result: unknown, report: (error: unknown) => void): void {
  if (result instanceof Promise) result.catch(report);
}
