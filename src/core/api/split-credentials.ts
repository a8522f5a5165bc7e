import { isCredentialField } from './credential-fields.js';
import { holdsCredential } from './holds-credential.js';
import { maskCredentials, stringsOf } from './mask-credentials.js';
import { provenanceOf, setProvenance } from './provenance.js';

/** Credential fields of a record, by name; those deeper inside by their path, such as `access.rest_token`. */
export type SplitOff = Readonly<Record<string, unknown>>;

/** A record in two: what may be shown, and what may not. */
export interface Split<R> {
  /** Without any credential field, and with those strings masked that hold a credential. The record itself where nothing had to be changed. */
  readonly record: R;
  readonly credentials: SplitOff | undefined;
}

/**
 * Takes the credential fields out of a decoded record, at any depth, and masks the strings that hold one of their values.
 * The provenance of the record is kept.
 *
 * @param known credentials of the same resource that came earlier, to be masked as well.
 */
export function splitCredentials<R extends object>(record: R, known: readonly string[] = []): Split<R> {
  const provenance = provenanceOf(record);
  const found = new Map<string, unknown>();
  const isFree = provenance?.isSecretFree || !holdsCredential(record);
  const rest = isFree ? record : (withoutAny(record, '', found) as R);
  const shown = maskCredentials(rest, [...known, ...[...found.values()].flatMap(stringsOf)]);
  if (provenance !== undefined && !(shown === record && provenance.isSecretFree)) {
    const exact = provenance.exact && new Map([...provenance.exact].filter(([field]) => Object.hasOwn(shown, field)));
    setProvenance(shown, { ...provenance, exact, isSecretFree: true });
  }
  return { record: shown, credentials: found.size === 0 ? undefined : Object.fromEntries(found) };
}

function withoutAny(value: object, path: string, found: Map<string, unknown>): unknown {
  if (Array.isArray(value)) {
    const place = path.slice(0, -1);
    return value.map((item, at) => (holdsCredential(item) ? withoutAny(item, `${place}[${at}].`, found) : item));
  }
  let kept: Record<string, unknown> = {};
  // Each name by itself: a list of all entries would cost several times as much.
  for (const field of Object.keys(value)) {
    const member = (value as typeof kept)[field];
    if (isCredentialField(field)) found.set(path + field, member);
    else {
      const rest = holdsCredential(member) ? withoutAny(member as object, `${path}${field}.`, found) : member;
      // Assigned, it would be the prototype.
      if (field === '__proto__') kept = { ...kept, [field]: rest };
      else kept[field] = rest;
    }
  }
  return kept;
}
