import { selectMemoized } from '../core/shared/select-memoized.js';
import type { ViewOptions } from '../index.js';
import type { Readable } from './readable.js';

/** The options of a hook with a value. */
export interface SelectOptions<T, Selected = T> {
  /** Derives a selection from the value. The component then renders when the selection changes. It must be pure. */
  readonly select?: ((value: T) => Selected) | undefined;
  /** Keeps the last selection, or without `select` the last value, while the new one is equal. @default Object.is */
  readonly equals?: ((a: Selected, b: Selected) => boolean) | undefined;
}

/** The options of a hook for one id. */
export interface IdOptions {
  /**
   * After a change of the id, keeps the value of the previous id until the new id has a record, is missing, or has an
   * error. The kept entry or record is unchanged: it has the `id` or `database_id` of the previous id. Without an id, no
   * value is kept. @default false
   */
  readonly keepPrevious?: boolean | undefined;
}

/** The options of a hook for one database. An invalid `everyMs` or `passive` is FleetError `invalid-request`. */
export interface DatabaseOptions extends IdOptions, ViewOptions {}

/**
 * `Selected`, as the result of a hook. TypeScript does not infer a type parameter from this position, so that
 * `const record: Database = useDatabase(id)` is an error. `NoInfer` would be part of the types that editors show.
 */
export type ResultOf<Selected> = [Selected][Selected extends unknown ? 0 : never];

/** @throws TypeError for a selector in place of the options, which would have no effect */
export function readSelection<T, Selected>(options: SelectOptions<T, Selected> = {}) {
  if (typeof options === 'function') throw new TypeError('Expected options, such as { select }, and got a function.');
  const { select = identity<T, Selected>, equals = Object.is } = options;
  return { select, equals };
}

/** The selection without a selector. Then `T` and `Selected` are the same type. */
function identity<T, Selected>(value: T): Selected {
  return value as unknown as Selected;
}

/** Returns a function that reads the selection of the current value. It calls the selector once for each value. */
export function memoizedSelector<T, Selected>(
  source: Pick<Readable<T>, 'value'>,
  selector: (value: T) => Selected,
  equals: (a: Selected, b: Selected) => boolean,
): () => Selected {
  const select = selectMemoized(selector, equals);
  return () => select(source.value);
}

/** A function of the user that throws counts as a change: the next render throws where the framework handles errors. */
export function isChange(compare: () => boolean): boolean {
  try {
    return compare();
  } catch {
    return true;
  }
}
