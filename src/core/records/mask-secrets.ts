import { isObject, type JsonObject } from '../shared/is-object.js';
import { idFields } from '../shared/resource-kind.js';
import { copyExactIntegers } from './exact-int64.js';
import { REDACTED } from '../wire/redact.js';
import type { SecretSearch } from '../wire/secret-search.js';

/** Whether a JSON value contains a secret: in a member name or in a string, at any depth. */
export function containsSecret(value: unknown, isSecret: SecretSearch): boolean {
  if (typeof value === 'string') return isSecret(value);
  if (Array.isArray(value)) return value.some((item) => containsSecret(item, isSecret));
  return isObject(value) && Object.keys(value).some((name) => isSecret(name) || containsSecret(value[name], isSecret));
}

/** Masks strings that contain a secret, and leaves out members whose name does. The id stays, or a database is lost. */
export function maskSecrets<R extends object>(record: R, isSecret: SecretSearch): R {
  if (!containsSecret(record, isSecret)) return record;
  const masked = mask(record, isSecret) as JsonObject;
  for (const field of Object.values(idFields))
    if (Object.hasOwn(record, field)) masked[field] = (record as JsonObject)[field];
  copyExactIntegers(record, masked);
  return masked as R;
}

function mask(value: unknown, isSecret: SecretSearch): unknown {
  if (typeof value === 'string') return isSecret(value) ? REDACTED : value;
  if (Array.isArray(value)) return value.map((item) => mask(item, isSecret));
  if (!isObject(value)) return value;
  const shown = Object.entries(value).filter(([name]) => !isSecret(name));
  return Object.fromEntries(shown.map(([name, member]) => [name, mask(member, isSecret)]));
}
