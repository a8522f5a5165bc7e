/** Returns a function that calls `create` again only when an argument changes (`Object.is`). It remembers the last call. */
export function memoizeLast<Arguments extends readonly unknown[], Result>(
  create: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | undefined;
  return (...args) => {
    if (last?.args.every((each, at) => Object.is(each, args[at])) !== true) {
      last = { args, result: create(...args) };
    }
    return last.result;
  };
}
