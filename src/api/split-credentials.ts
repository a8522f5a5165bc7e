import { isCredentialField } from './credential-fields.js';
import { holdsCredential } from './holds-credential.js';
import { provenanceOf, setProvenance } from './provenance.js';

/** Credential fields of a record, by name; those deeper inside by their path, such as `access.rest_token`. */
export type SplitOff = Readonly<Record<string, unknown>>;

/** A record in two: what may be shown, and what may not. */
export interface Split<R> {
  /** Without any credential field. The record itself where it has none. */
  readonly record: R;
  readonly credentials: SplitOff | undefined;
}

/** Takes the credential fields out of a decoded record, at any depth. What is known of the record stays known. */
export function splitCredentials<R extends object>(record: R): Split<R> {
  const provenance = provenanceOf(record);
  if (provenance?.isSecretFree || !holdsCredential(record)) {
    if (provenance && !provenance.isSecretFree) setProvenance(record, { ...provenance, isSecretFree: true });
    return { record, credentials: undefined };
  }
  const found = new Map<string, unknown>();
  const rest = withoutAny(record, '', found) as R;
  if (provenance !== undefined) {
    const exact = provenance.exact && new Map([...provenance.exact].filter(([field]) => !isCredentialField(field)));
    setProvenance(rest, { drift: provenance.drift, exact, isSecretFree: true });
  }
  return { record: rest, credentials: Object.fromEntries(found) };
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
