import { isCredentialField } from './credential-fields.js';
import { documentedWords } from './documented-words.js';
import type { JsonObject } from '../shared/is-object.js';
import type { SecretSearch } from '../wire/mentions-secret.js';
import { REDACTED } from '../wire/redact.js';

/**
 * Lists the secrets in the values of credential fields: each string, and each number that is itself the value of a
 * credential field. Documented values and fields inside such a value are not secrets: not the region in
 * `{ token, region: 'us-east-1' }`.
 */
export function secretValues(credentials: unknown, isNamedSecret = false): string[] {
  if (typeof credentials === 'string') return credentials === '' || documented().has(credentials) ? [] : [credentials];
  if (typeof credentials === 'number') return isNamedSecret ? [String(credentials)] : [];
  if (typeof credentials !== 'object' || credentials === null) return [];
  if (Array.isArray(credentials)) return credentials.flatMap((item) => secretValues(item, isNamedSecret));
  return Object.entries(credentials).flatMap(([path, value]) => {
    const isNamed = isCredentialField(path);
    return isNamed || !documented().has(path) ? secretValues(value, isNamed) : [];
  });
}

let words: ReadonlySet<unknown> | undefined;

/** The names of all documented fields and the values of their enums. Most responses contain no credentials. */
function documented(): ReadonlySet<unknown> {
  return (words ??= new Set(documentedWords.split(' ')));
}

/** Whether a JSON value contains a secret: in a member name, a string or a number, at any depth. */
export function containsSecret(value: unknown, isSecret: SecretSearch): boolean {
  return mask(value, isSecret) !== value;
}

/**
 * Replaces each name, string and number of a record that contains a secret with `[redacted]`. Masked names stay
 * distinct, so that no member is lost.
 *
 * @param idFields keep their value: without its id a database is lost.
 * @returns the record itself if it contains no secret.
 */
export function maskSecrets<R extends object>(record: R, isSecret: SecretSearch, idFields: readonly string[]): R {
  const members = record as JsonObject;
  const masked = mask(members, isSecret) as JsonObject;
  if (masked === members) return record;
  for (const field of idFields) if (Object.hasOwn(members, field)) masked[field] = members[field];
  return Object.keys(members).every((field) => masked[field] === members[field]) ? record : (masked as R);
}

/** Masks a JSON value. A value without a secret is returned as it is. */
function mask(value: unknown, isSecret: SecretSearch): unknown {
  if (typeof value !== 'object' || value === null) return isSecret(value) ? REDACTED : value;
  let isMasked = false;
  const maskMember = (member: unknown): unknown => {
    const masked = mask(member, isSecret);
    isMasked ||= masked !== member;
    return masked;
  };
  if (Array.isArray(value)) {
    const items = value.map(maskMember);
    return isMasked ? items : value;
  }
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    let shown = name;
    if (isSecret(name)) {
      isMasked = true;
      for (shown = REDACTED; members.has(shown) || Object.hasOwn(value, shown);) shown += '_';
    }
    members.set(shown, maskMember(member));
  }
  return isMasked ? Object.fromEntries(members) : value;
}
