import type { Entry } from './entry.js';
import type { View } from './view.js';

/** The views of a store. */
export interface EntityViews<R extends object> {
  /** The record with its status, error and times. Emits after every response, since a response confirms it. */
  entry(id: string): View<Entry<R>>;
  /** The record alone. Emits only when the record changes, not when a response is equal to it. */
  record(id: string): View<R | undefined>;
  /** One field of the record. Emits only when this field changes. */
  field<Field extends keyof R & string>(id: string, field: Field): View<R[Field] | undefined>;
  /**
   * The result of a function of the record.
   *
   * @param selector Called only after the record changed. It must be pure.
   * @param equals If the previous and the new result are equal, the view does not emit. @default Object.is
   */
  select<Selected>(
    id: string,
    selector: (record: R | undefined) => Selected,
    equals?: (a: Selected, b: Selected) => boolean,
  ): View<Selected>;
  /** The records of all members, in the order in which the members were added. */
  readonly all: View<readonly R[]>;
  /** The ids of all members, in the order in which the members were added. */
  readonly ids: View<readonly string[]>;
}
