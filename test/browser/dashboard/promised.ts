/** A promise that a test keeps when it likes. */
export function promised<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve = (_: T): void => {};
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve: (value) => resolve(value) };
}
