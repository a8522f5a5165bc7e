import { isCredentialField } from '../../../core/api/credential-fields.js';
import { isObject } from '../../../core/api/inspect.js';
import type { ShownRecord } from '../../../format/exact-record.js';

/** Of one length always: the length of a secret is nobody's business either. */
export const MASK = '••••';

/** A copy of a record with each credential in it, at any depth and of any type, replaced by {@link MASK}. */
export function maskSecrets(record: ShownRecord): ShownRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isSecret(name, value) ? MASK : maskWithin(value)]),
  );
}

function maskWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskWithin);
  return isObject(value) ? maskSecrets(value) : value;
}

/** That there is no secret is none. */
function isSecret(name: string, value: unknown): boolean {
  return value !== null && isCredentialField(name);
}
