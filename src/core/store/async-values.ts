export type Subscribe<T> = (next: (value: T) => void, complete: () => void) => { unsubscribe(): void };

/**
 * An async iterator over a subscription, which begins at the first `next()`. It is not a generator, because `return()`
 * of a generator waits for the pending `next()`.
 *
 * @param keep the values to buffer between two reads
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
      // The source may have completed during `subscribe`. Its last value is still in `values`.
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
