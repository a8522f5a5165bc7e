import type { Readable } from './readable.js';

/**
 * The last parameters of a hook.
 * `selector` derives a selection from the value of the view. `equals` keeps the last selection while the new selection
 * is equal. @default Object.is
 */
export type Selection<T, Selected = unknown> = readonly [
  selector?: (value: T) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
];

/**
 * Returns a function that reads the selection of the current value. It calls the selector once for each value.
 * Frameworks whose components pass a new selector at each render create a new function for each selector.
 *
 * @param equals keeps the last selection while the new selection is equal
 */
export function memoizedSelector<T, Selected>(
  source: Pick<Readable<T>, 'value'>,
  selector: (value: T) => Selected,
  equals: (a: Selected, b: Selected) => boolean,
): () => Selected {
  let last: { readonly input: T; readonly result: Selected } | undefined;
  return () => {
    const input = source.value;
    if (last && Object.is(last.input, input)) return last.result;
    const result = selector(input);
    last = { input, result: last && equals(last.result, result) ? last.result : result };
    return last.result;
  };
}

/**
 * Whether a comparison that calls functions of the user finds a change. A function that throws counts as a change: the
 * next render calls it again and throws where the framework handles errors.
 */
export function isChange(compare: () => boolean): boolean {
  try {
    return compare();
  } catch {
    return true;
  }
}

/** The default selector: the selection is the value. */
export function identity<T>(value: T): T {
  return value;
}
