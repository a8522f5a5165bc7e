import type { Meaning } from './format-value.js';

/** A field of a record in words for people. */
export interface FieldWords {
  /** Its name, such as `Primary region`. */
  readonly name: string;
  /** What it says, in one short sentence. */
  readonly explanation: string;
  /** What its value means. */
  readonly meaning: Meaning;
}

/** Fields of a record that people read together. */
export interface FieldGroup {
  readonly title: string;
  /** The member of the record that holds the fields. @default the record itself */
  readonly within?: string;
  /** In the order in which they are shown. */
  readonly fields: Readonly<Record<string, FieldWords>>;
}
