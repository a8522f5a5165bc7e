import type { Entry } from './entry.js';

export function entryOf<R>(entry: Entry<R>): Entry<R> {
  return entry;
}

export function recordOf<R>({ record }: Entry<R>): R | undefined {
  return record;
}

/** Makes a function that returns the reader of a field: one reader for each field, shared by all of its views. */
export function createFieldReaders<R extends object>(): <Field extends keyof R>(
  field: Field,
) => (entry: Entry<R>) => R[Field] | undefined {
  const readers: { [Field in keyof R]?: (entry: Entry<R>) => R[Field] | undefined } = Object.create(null);
  // Own members only: inherited names, such as `constructor`, are not fields of a record.
  return (field) =>
    (readers[field] ??= ({ record }) =>
      record !== undefined && Object.hasOwn(record, field) ? record[field] : undefined);
}

/**
 * Memoizes a selector by its last input, and keeps the previous result while the new result is equal to it.
 *
 * @param equals compares two results. @default Object.is
 */
export function selectMemoized<Input, Selected>(
  selector: (input: Input) => Selected,
  equals: (a: Selected, b: Selected) => boolean = Object.is,
): (input: Input) => Selected {
  let last: { readonly input: Input; readonly selected: Selected } | undefined;
  return (input) => {
    if (last !== undefined && Object.is(input, last.input)) return last.selected;
    const selected = selector(input);
    last = { input, selected: last !== undefined && equals(last.selected, selected) ? last.selected : selected };
    return last.selected;
  };
}
