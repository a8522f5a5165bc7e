import type { LimitDescription, LimitUnit } from '../core/limits/catalogue.js';
import type { FieldWords } from './field-group.js';
import type { Meaning } from './format-value.js';

const MEANINGS: Readonly<Partial<Record<LimitUnit, Meaning>>> = {
  bytes: 'bytes',
  'bytes/month': 'bytes or unlimited',
  nanoseconds: 'nanoseconds',
};

/** The fields of a resource that hold its limits, in the words of the catalogue. */
export function limitFields(
  catalogue: Readonly<Record<string, LimitDescription>>,
): Readonly<Record<string, FieldWords>> {
  return Object.fromEntries(
    Object.entries(catalogue).map(([field, { name, description, unit }]) => [
      field,
      { name, explanation: description, meaning: MEANINGS[unit] ?? 'count' },
    ]),
  );
}
