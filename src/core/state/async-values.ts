/** Subscribes, and gives back what unsubscribes. */
export type Subscribe<T> = (next: (value: T) => void, complete: () => void) => { unsubscribe(): void };

/**
 * Reads a subscription with `for await`. It subscribes when the first value is asked for and unsubscribes when the
 * loop is left, at once, also while a value is awaited: that is why this is no generator.
 *
 * @param keep what waits between two reads: the `latest` value, or `all`, in order.
 */
export function asyncValues<T>(subscribe: Subscribe<T>, keep: 'latest' | 'all'): AsyncIterableIterator<T> {
  let values: T[] = [];
  const readers: ((result: IteratorResult<T>) => void)[] = [];
  let subscription: { unsubscribe(): void } | undefined;
  let isDone = false;

  function next(value: T): void {
    const reader = readers.shift();
    if (reader) reader({ value, done: false });
    else if (keep === 'latest') values = [value];
    else values.push(value);
  }

  function finish(): void {
    isDone = true;
    subscription?.unsubscribe();
    for (const reader of readers.splice(0)) reader({ value: undefined, done: true });
  }

  return {
    async next() {
      if (!isDone) subscription ??= subscribe(next, finish);
      // Subscribing may have ended it: there is a value, and there will be no other.
      if (isDone) subscription?.unsubscribe();
      if (values.length > 0) return { value: values.shift() as T, done: false };
      if (isDone) return { value: undefined, done: true };
      return new Promise((resolve) => readers.push(resolve));
    },
    async return() {
      values = [];
      finish();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
