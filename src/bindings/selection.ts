import type { Readable } from './readable.js';

/**
 * The last parameters of a hook.
 *
 * - `selector` derives a selection from the value. The component then renders when the selection changes.
 * - `equals` keeps the last selection while the new selection is equal. @default Object.is
 */
export type Selection<T, Selected = unknown> = readonly [
  selector?: (value: T) => Selected,
  equals?: (a: Selected, b: Selected) => boolean,
];

/**
 * `Selected`, as the result of a hook. TypeScript does not infer a type parameter from this position, so that
 * `const record: Database = useDatabase(id)` is an error. `NoInfer` would be part of the types that editors show.
 */
export type ResultOf<Selected> = [Selected][Selected extends unknown ? 0 : never];

/** The options of a hook for one id. */
export interface IdOptions {
  /**
   * After a change of the id, keeps the value of the previous id until the new id has a record, is missing, or has an
   * error. The kept entry or record is unchanged: it has the `id` or `database_id` of the previous id. Without an id, no
   * value is kept. @default false
   */
  readonly keepPrevious?: boolean | undefined;
}

/** The last parameters of a hook for one id: options, or a selection and then options. */
export type IdParameters<T, Selected = unknown> = readonly [
  selectorOrOptions?: ((value: T) => Selected) | IdOptions,
  equals?: (a: Selected, b: Selected) => boolean,
  options?: IdOptions,
];

export function readIdParameters<T, Selected>([first, equals, last]: IdParameters<T, Selected>): {
  readonly keepPrevious: boolean;
  readonly selection: Selection<T, Selected>;
} {
  const hasSelection = typeof first !== 'object';
  const { keepPrevious = false } = (hasSelection ? last : first) ?? {};
  return { keepPrevious, selection: (hasSelection ? [first, equals] : []) as Selection<T, Selected> };
}

/** Returns a function that reads the selection of the current value. It calls the selector once for each value. */
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

/** A function of the user that throws counts as a change: the next render throws where the framework handles errors. */
export function isChange(compare: () => boolean): boolean {
  try {
    return compare();
  } catch {
    return true;
  }
}

/** The default selector. Without a selector, `T` and `Selected` are the same type. */
export function identity<T, Selected>(value: T): Selected {
  return value as unknown as Selected;
}
