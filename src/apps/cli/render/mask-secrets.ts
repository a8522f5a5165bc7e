import { isCredentialField } from '../../../core/api/credential-fields.js';
import { isObject } from '../../../core/api/inspect.js';
import type { ShownRecord } from '../../../format/exact-record.js';

/** The replacement of a secret. Its length is fixed, so that it does not reveal the length of the secret. */
export const MASK = '••••';

/** Copies a record, and replaces each credential in it with {@link MASK}, at any depth and of any type. */
export function maskSecrets(record: ShownRecord): ShownRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecret(name, value) ? MASK : maskWithin(value)]),
  );
}

function maskWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskWithin);
  return isObject(value) ? maskSecrets(value) : value;
}

/** `null` stays visible: it means that there is no secret. */
function isSecret(name: string, value: unknown): boolean {
  return value !== null && isCredentialField(name);
}
