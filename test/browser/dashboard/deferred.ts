/** Creates a promise that the test resolves. */
export function createDeferred<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve = (_: T): void => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}
