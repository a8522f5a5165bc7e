import { isCredentialField } from '../../core/records/credential-fields.js';
import { isObject } from '../../core/shared/is-object.js';
import type { StoredRecord } from '../account/record-store.js';

/** Returns a record without its credentials, at any depth: for `credentials=hide`, and for people. */
export function withoutCredentials(record: StoredRecord): StoredRecord {
  const shown = Object.entries(record).filter(([field]) => !isCredentialField(field));
  return Object.fromEntries(shown.map(([field, value]) => [field, withoutNested(value)]));
}

function withoutNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNested);
  return isObject(value) ? withoutCredentials(value) : value;
}
