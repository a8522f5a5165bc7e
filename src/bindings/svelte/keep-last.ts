/** Makes a thing anew for other arguments only: the getters that give them run often. */
export function keepLast<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | undefined;
  return (...args) => {
    const before = last?.args;
    if (last === undefined || args.some((each, at) => each !== before?.[at])) last = { args, result: make(...args) };
    return last.result;
  };
}
