import { isCredentialField } from './credential-fields.js';

/** Whether a JSON value has a credential field, at any depth. */
export function holdsCredential(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsCredential);
  // All names first: a match saves the search of nested values.
  for (const field in value) if (isCredentialField(field)) return true;
  for (const field in value) if (holdsCredential((value as Readonly<Record<string, unknown>>)[field])) return true;
  return false;
}
