import type { Entry } from './entry.js';
import type { View } from './view.js';

/** What can be asked of a store: each answer is a view. */
export interface EntityViews<R extends object> {
  /** The record with all that is known of it. Changes with every answer, since that confirms it. */
  entry(id: string): View<Entry<R>>;
  /** The record alone: silent while answers are equal to it. */
  record(id: string): View<R | undefined>;
  /** One field of the record: silent while others change. */
  field<Field extends keyof R & string>(id: string, field: Field): View<R[Field] | undefined>;
  /**
   * Whatever a function makes of the record.
   *
   * @param selector called only when the record changed. It must be pure.
   * @param equals keeps the last result where it is equal to the new one. @default Object.is
   */
  select<Selected>(
    id: string,
    selector: (record: R | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): View<Selected>;
  /** The records of all members, in the order in which they joined. */
  readonly all: View<readonly R[]>;
  /** The ids of all members, in the order in which they joined. */
  readonly ids: View<readonly string[]>;
}
