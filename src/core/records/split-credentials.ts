import { isCredentialField } from './credential-fields.js';
import { holdsCredential } from './holds-credential.js';
import { digitsOf } from './read-record.js';
import { maskSecrets, secretValues } from './mask-credentials.js';
import { createSecretSearch, LONG_SECRET } from '../wire/mentions-secret.js';
import { provenanceOf, setProvenance } from './provenance.js';

/** The id fields of both kinds of records. They are never masked: without its id a database is lost. */
const ID_FIELDS = ['database_id', 'id'];

/** The credential fields of a record by name; nested fields by path, such as `access.rest_token`. */
export type SplitOff = Readonly<Record<string, unknown>>;

/** A record that may be shown, and its credentials. */
export interface Split<R> {
  /** Has no credential fields, and masked credentials in strings. The given record itself if it contains neither. */
  readonly record: R;
  readonly credentials: SplitOff | undefined;
}

/**
 * Removes the credential fields from a decoded record, at any depth, and masks the strings that contain one of their
 * values. The provenance of the record is kept.
 *
 * @param known earlier credentials of the same id, which are masked too
 */
export function splitCredentials<R extends object>(record: R, known: readonly string[] = []): Split<R> {
  const provenance = provenanceOf(record);
  // Most answers: nothing to remove, and nothing to mask.
  if (provenance?.isSecretFree && known.length === 0) return { record, credentials: undefined };
  const found = new Map<string, unknown>();
  const isFree = provenance?.isSecretFree || !holdsCredential(record);
  const rest = isFree ? record : (withoutAny(record, '', found) as R);
  const secrets = [...known, ...secretValues(Object.fromEntries(found))].filter(isLong);
  const shown = secrets.length === 0 ? rest : maskSecrets(rest, createSecretSearch(secrets), ID_FIELDS);
  if (provenance !== undefined && !(shown === record && provenance.isSecretFree)) {
    const exact = provenance.exact && digitsOf(shown, provenance.exact);
    setProvenance(shown, { ...provenance, exact, isSecretFree: true });
  }
  return { record: shown, credentials: found.size === 0 ? undefined : Object.fromEntries(found) };
}

/** Lists the values of the credential fields of a JSON value that are long enough to be searched for. */
export function secretsIn(value: unknown): string[] {
  if (!holdsCredential(value)) return [];
  const found = new Map<string, unknown>();
  withoutAny(value as object, '', found);
  return secretValues(Object.fromEntries(found)).filter(isLong);
}

function isLong({ length }: string): boolean {
  return length >= LONG_SECRET;
}

function withoutAny(value: object, path: string, found: Map<string, unknown>): unknown {
  if (Array.isArray(value)) {
    const place = path.slice(0, -1);
    return value.map((item, at) => (holdsCredential(item) ? withoutAny(item, `${place}[${at}].`, found) : item));
  }
  let kept: Record<string, unknown> = {};
  // By name: `Object.entries` would take several times as long.
  for (const field of Object.keys(value)) {
    const member = (value as typeof kept)[field];
    if (isCredentialField(field)) found.set(path + field, member);
    else {
      const rest = holdsCredential(member) ? withoutAny(member as object, `${path}${field}.`, found) : member;
      // An assignment would set the prototype.
      if (field === '__proto__') kept = { ...kept, [field]: rest };
      else kept[field] = rest;
    }
  }
  return kept;
}
