/** Runs the users' code (subscribers, selectors, handlers) and reports its errors instead of throwing them. */
export class Guard {
  readonly #onError: (error: unknown) => unknown;

  /** @param onError called with each error. If `onError` fails, the guard writes both errors to the console. */
  constructor(onError: (error: unknown) => unknown) {
    this.#onError = onError;
  }

  run(task: () => unknown): void {
    try {
      this.reportRejection(task());
    } catch (error) {
      this.report(error);
    }
  }

  report(error: unknown): void {
    const reportBoth = (another: unknown): void => {
      try {
        console.error(error, another);
      } catch {
        // Some test set-ups replace `console.error` with a function that throws. No way to report is left.
      }
    };
    try {
      const result = this.#onError(error);
      if (isThenable(result)) void Promise.resolve(result).then(undefined, reportBoth);
    } catch (another) {
      reportBoth(another);
    }
  }

  /** Reports the rejection of a promise, which would end a Node process otherwise. Ignores all other values. */
  reportRejection(result: unknown): void {
    // Not a closure: an engine allocates its scope in every call, and each notification calls this.
    if (isThenable(result)) void Promise.resolve(result).then(undefined, this.report.bind(this));
  }
}

/** Not `instanceof Promise`: zone.js replaces the global, and an async function still returns a promise of the engine. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
