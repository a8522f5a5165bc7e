import type { Readable } from './readable.js';

/**
 * Reads what a function makes of a value: once for each value, whoever asks. For frameworks whose components run once
 * for each render, with another function each time.
 *
 * @param equals keeps the last result where it is equal to the new one.
 */
export function selected<T, Selected>(
  source: Pick<Readable<T>, 'value'>,
  selector: (value: T) => Selected,
  equals: (a: Selected, b: Selected) => boolean,
): () => Selected {
  let last: { readonly input: T; readonly result: Selected } | undefined;
  return () => {
    const input = source.value;
    if (last !== undefined && Object.is(last.input, input)) return last.result;
    const result = selector(input);
    last = { input, result: last !== undefined && equals(last.result, result) ? last.result : result };
    return last.result;
  };
}
