import type { Entry } from './entry.js';

/** Gives what reads a field of a record: one function for each field, for as many views of it as there may be. */
export function createFieldReaders<R extends object>(): <Field extends keyof R>(
  field: Field,
) => (entry: Entry<R>) => R[Field] | undefined {
  const readers: { [Field in keyof R]?: (entry: Entry<R>) => R[Field] | undefined } = Object.create(null);
  // Its own fields only: `__proto__` and the like are none of any record.
  return (field) =>
    (readers[field] ??= ({ record }) =>
      record !== undefined && Object.hasOwn(record, field) ? record[field] : undefined);
}
