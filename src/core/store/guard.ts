/** Runs the users' code (subscribers, selectors, handlers) and reports its errors instead of throwing them. */
export interface Guard {
  run(task: () => unknown): void;
  report(error: unknown): void;
  /** Reports the rejection of a promise, which would end a Node process otherwise. Ignores all other values. */
  reportRejection(result: unknown): void;
}

/** @param onError called with each error. If `onError` fails, the guard writes both errors to the console. */
export function createGuard(onError: (error: unknown) => unknown): Guard {
  function report(error: unknown): void {
    const giveUp = (another: unknown): void => {
      try {
        console.error(error, another);
      } catch {
        // Some test set-ups replace `console.error` with a function that throws. No way to report is left.
      }
    };
    try {
      catchRejection(onError(error), giveUp);
    } catch (another) {
      giveUp(another);
    }
  }

  function reportRejection(result: unknown): void {
    catchRejection(result, report);
  }

  return {
    run(task) {
      try {
        reportRejection(task());
      } catch (error) {
        report(error);
      }
    },
    report,
    reportRejection,
  };
}

function catchRejection(result: unknown, report: (error: unknown) => void): void {
  // Not `instanceof Promise`: zone.js replaces the global, and an async function still returns a promise of the engine.
  if (isThenable(result)) void Promise.resolve(result).then(undefined, report);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
