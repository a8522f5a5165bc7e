/**
 * A closed type as the service may return it: enums also allow other strings, newer than the document, and everything
 * is read-only. An editor still suggests the documented values.
 */
export type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer Item)[]
    ? readonly Open<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Open<T[Key]> }
      : T;
