/**
 * The reading side of a closed type: enums also admit strings that are newer than the document (and still
 * complete in an editor), and everything is read-only.
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
