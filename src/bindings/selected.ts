import type { Readable } from './readable.js';

/**
 * Whatever a function makes of a value: silent while that stays the same. For frameworks whose components run once,
 * so that the selector is the same one for good.
 *
 * @param equals keeps the last result where it is equal to the new one. @default Object.is
 */
export function selected<T, Selected>(
  source: Readable<T>,
  selector: (value: T) => Selected,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): Readable<Selected> {
  let last: { readonly input: T; readonly result: Selected } | undefined;
  function read(): Selected {
    const input = source.value;
    if (last !== undefined && Object.is(last.input, input)) return last.result;
    const result = selector(input);
    last = { input, result: last !== undefined && equals(last.result, result) ? last.result : result };
    return last.result;
  }
  return {
    get value() {
      return read();
    },
    subscribe(next) {
      let said: { readonly result: Selected } | undefined;
      return source.subscribe(() => {
        const result = read();
        if (said !== undefined && Object.is(said.result, result)) return;
        said = { result };
        next(result);
      });
    },
  };
}
