import type { JsonObject } from './inspect.js';
import { mapTexts, someText } from './map-texts.js';
import { LONG_SECRET } from './mentions-secret.js';
import { REDACTED } from './redact.js';

/** The ids of the two kinds of records. They are never masked: without its id a database is lost. */
const ID_FIELDS = ['database_id', 'id'];

/** All strings of a JSON value that are not empty, at any depth. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/**
 * Masks each string and name of a record that has one of `secrets` in it, as it is or escaped for a URL: such as a
 * `redis_url` with the password. A secret of fewer than 8 characters may be a part of innocent words and does not count.
 * A record without any of them is given as it is.
 */
export function maskCredentials<R extends object>(record: R, secrets: readonly string[]): R {
  const forms = secrets.filter(({ length }) => length >= LONG_SECRET).flatMap(formsOf);
  if (forms.length === 0) return record;
  const minLength = Math.min(...forms.map(({ length }) => length));
  const isText = (text: string): boolean => text.length >= minLength && forms.some((form) => text.includes(form));
  const tests = { isName: isText, isText };
  const members = record as JsonObject;
  const isClean = Object.keys(members).every(
    (field) => !isText(field) && (ID_FIELDS.includes(field) || !someText(members[field], tests)),
  );
  if (isClean) return record;
  const shown = mapTexts(record, (text) => (isText(text) ? REDACTED : text)) as JsonObject;
  for (const field of ID_FIELDS) if (Object.hasOwn(members, field)) shown[field] = members[field];
  return shown as R;
}

function formsOf(secret: string): string[] {
  // A lone surrogate cannot be escaped.
  const escaped = encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
  return escaped === secret ? [secret] : [secret, escaped];
}
