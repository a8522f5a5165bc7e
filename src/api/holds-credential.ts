import { isCredentialField } from './credential-fields.js';

/** Whether a JSON value has a credential field, at any depth. */
export function holdsCredential(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsCredential);
  for (const field in value) {
    if (isCredentialField(field) || holdsCredential((value as Readonly<Record<string, unknown>>)[field])) return true;
  }
  return false;
}
