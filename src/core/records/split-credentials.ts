import { isObject, type JsonObject } from '../shared/is-object.js';
import { createSecretSearch, isAmbiguous } from '../wire/secret-search.js';
import { isCredentialField } from './credential-fields.js';
import { copyExactIntegers } from './exact-int64.js';
import { maskSecrets } from './mask-secrets.js';

/** The credential fields and the URLs with user information of a record, by path, such as `access.rest_token`. */
export type SplitOff = Readonly<Record<string, unknown>>;

export interface Split<R> {
  /** The given record itself if it contains no credentials. */
  readonly record: R;
  readonly credentials: SplitOff | undefined;
}

/**
 * Removes the credential fields from a record, at any depth, and the user information from its URLs. Other strings that
 * contain a removed value, or one of the `known` credentials of this id, are masked.
 */
export function splitCredentials<R extends object>(record: R, known: readonly string[] = []): Split<R> {
  if (known.length === 0 && clean.has(record)) return { record, credentials: undefined };
  const found = new Map<string, unknown>();
  const rest = withoutCredentials(record, '', found) as R;
  const credentials = found.size === 0 ? undefined : Object.fromEntries(found);
  const secrets = [...known, ...secretValues(credentials)].filter((secret) => !isAmbiguous(secret));
  const shown = secrets.length === 0 ? rest : maskSecrets(rest, createSecretSearch(secrets));
  copyExactIntegers(record, shown);
  clean.add(shown);
  return { record: shown, credentials };
}

/** The records without credentials. They are not searched again. */
const clean = /* @__PURE__ */ new WeakSet<object>();

/** Remembers a record that has no credentials. @param changed the members that it does not share with `before` */
export function rememberIfClean(record: JsonObject, changed: readonly string[], before: object | undefined): void {
  if (before !== undefined && !clean.has(before)) return;
  const isClean = (name: string): boolean =>
    !isCredentialField(name) && withoutCredentials(record[name], '') === record[name];
  if (changed.every(isClean)) clean.add(record);
}

/** Lists the secrets in the values of credentials. In an object, only the credential fields are secret. */
export function secretValues(credentials: SplitOff = {}): string[] {
  return Object.values(credentials).flatMap(textsIn);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((name) => (isCredentialField(name) ? textsIn(value[name]) : []));
}

/** Matches user information in a URL, such as `user:password@`. */
const USER_INFORMATION = /(?<=\/\/)[^\s/?#]*@/g;

/** Returns the value itself if it contains no credentials. @param found receives the removed values by path */
function withoutCredentials(value: unknown, path: string, found?: Map<string, unknown>): unknown {
  if (typeof value === 'string') {
    const shown = value.includes('@') ? value.replace(USER_INFORMATION, '') : value;
    if (shown !== value) found?.set(path, value);
    return shown;
  }
  if (Array.isArray(value)) {
    const items = value.map((item, at) => withoutCredentials(item, `${path}[${at}]`, found));
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  return isObject(value) ? membersWithoutCredentials(value, path === '' ? '' : `${path}.`, found) : value;
}

function membersWithoutCredentials(value: JsonObject, prefix: string, found?: Map<string, unknown>): JsonObject {
  const members = Object.entries(value);
  const shown = members.flatMap(([field, member]) => {
    if (!isCredentialField(field)) return [[field, withoutCredentials(member, prefix + field, found)] as const];
    found?.set(prefix + field, member);
    return [];
  });
  const isWhole = shown.length === members.length && shown.every(([field, rest]) => rest === value[field]);
  return isWhole ? value : Object.fromEntries(shown);
}
