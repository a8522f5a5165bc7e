import type { LimitUnit } from '../core/limits/catalogue.js';
import type { LimitDescription } from '../core/limits/limit-catalogue.js';
import type { FieldWords } from './field-group.js';
import type { Meaning } from './format-value.js';

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
    Object.entries(catalogue).map(([field, { name, description, unit }]) => [
      field,
      { name, explanation: description, meaning: MEANINGS[unit] ?? 'count' },
    ]),
  );
}
