import { isObject } from '../core/shared/is-object.js';
import type { LimitUnit } from '../core/limits/catalogue.js';
import type { LimitDescription } from '../core/limits/limit-catalogue.js';
import type { Meaning } from './format-value.js';

/** The display name and the explanation of a field. */
export interface FieldWords {
  /** The display name, such as `Primary region`. */
  readonly name: string;
  /** The meaning of the field, in one short sentence. */
  readonly explanation: string;
  /** The meaning of its value, which determines the format. */
  readonly meaning: Meaning;
}

/* @__NO_SIDE_EFFECTS__ */
export function field(name: string, meaning: Meaning, explanation: string): FieldWords {
  return { name, meaning, explanation };
}

/** Fields of a record that are shown together. */
export interface FieldGroup {
  readonly title: string;
  /** The member of the record that holds the fields. @default the record itself */
  readonly within?: string;
  /** In the order in which they are shown. */
  readonly fields: Readonly<Record<string, FieldWords>>;
}

/** The top-level fields that a group shows. The member `within` is one only if it is an object. */
export function fieldsIn(record: Readonly<Record<string, unknown>>, { within, fields }: FieldGroup): string[] {
  if (within === undefined) return Object.keys(fields);
  return isObject(record[within]) ? [within] : [];
}

const MEANINGS: Readonly<Partial<Record<LimitUnit, Meaning>>> = {
  bytes: 'bytes',
  'bytes/month': 'bytes or unlimited',
  nanoseconds: 'nanoseconds',
};

/** The display names and explanations of the limit fields of a resource, from the catalogue of limits. */
export function limitFields(
  catalogue: Readonly<Record<string, LimitDescription>>,
): Readonly<Record<string, FieldWords>> {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, { name, description, unit }]) => [
      key,
      field(name, MEANINGS[unit] ?? 'count', description),
    ]),
  );
}
