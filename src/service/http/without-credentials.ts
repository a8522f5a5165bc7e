import { isCredentialField } from '../../api/credential-fields.js';
import type { StoredRecord } from '../account/account.js';

/** A record without its credentials: for `credentials=hide`, and for people. */
export function withoutCredentials(record: StoredRecord): StoredRecord {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !isCredentialField(field)));
}
