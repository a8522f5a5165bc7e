import { compareMembers } from '../shared/compare-members.js';
import { isCredentialField } from './credential-fields.js';
import { MAX_FIELD_DRIFT, UNLISTED, type Drift, type DriftKind } from './drift.js';
import { holdsCredential } from './holds-credential.js';
import { identifierProblem } from './identifier.js';
import { inspect, isObject, type JsonObject, type Schema } from './inspect.js';
import { isLargeInteger } from './large-integer.js';
import type { LargeIntegers } from './large-integers.js';
import { isDeeperThan } from './nesting.js';
import { otherDigits } from './other-digits.js';
import { provenanceOf, setProvenance } from './provenance.js';

/** A decoded answer. `record` is `undefined` if its id could not be read; `drift` says why. */
export interface Decoded<R> {
  readonly record: R | undefined;
  readonly drift: readonly Drift[];
}

/** The fields and the schema of a kind of record. */
export interface Resource {
  readonly idField: string;
  readonly fields: readonly string[];
  readonly schemas: ReadonlyMap<string, Schema>;
}

export function createResource(idField: string, { entries = {} }: Schema): Resource {
  return { idField, fields: Object.keys(entries), schemas: new Map(Object.entries(entries)) };
}

/** A record with more levels is refused: recursion over it, here or in JSON.stringify, could overflow the stack. */
export const MAX_DEPTH = 32;

/**
 * Checks a parsed record before its use, and returns the record to use. Only `fields` are new: the record shares its
 * other fields with an earlier response.
 *
 * @throws UnusableAnswer for a record that must not be used
 */
export type ScreenRecord = (record: JsonObject, fields: readonly string[]) => JsonObject;

const NO_DIGITS: LargeIntegers = new Map();

/**
 * Decodes a parsed record. Values that are equal in `previous` are shared with it and not checked again.
 *
 * @param parsed may be changed.
 * @param readDigits reads the record's integers beyond 2^53 from the text; called only if there are any.
 * @param previous ignored if it was not decoded here: its drift is not known.
 * @param screen sees the fields that are new, at most 32 levels deep, before they are used.
 * @param listsDrift `false` if the drift of the list is full: then the record's drift says only whether there is any.
 */
export function decodeRecord<R extends object>(
  resource: Resource,
  parsed: unknown,
  readDigits: () => LargeIntegers | undefined,
  previous: R | undefined,
  screen?: ScreenRecord,
  listsDrift = true,
): Decoded<R> {
  if (!isObject(parsed)) return undecodable('', 'Object');
  let value = parsed;
  const before = previous && provenanceOf(previous);
  const changed = previous && before && shareUnchanged(value, previous);
  if (changed === undefined || changed.includes(resource.idField)) {
    if (identifierProblem(value[resource.idField]) !== undefined) return undecodable(resource.idField, 'identifier');
  }

  let hasLarge = before?.exact !== undefined;
  for (const member of changed ? changed.map((field) => value[field]) : Object.values(value)) {
    if (isDeeperThan(MAX_DEPTH - 1, member)) return undecodable('', `at most ${MAX_DEPTH} levels of nesting`);
    hasLarge ||= isLargeInteger(member);
  }
  if (screen) value = screen(value, changed ?? Object.keys(value));
  const exact = hasLarge ? digitsOf(value, readDigits()) : undefined;
  if (changed && before?.exact && exact) addFieldsOfOtherDigits(changed, before.exact, exact);
  if (previous && before && changed?.length === 0) return { record: previous, drift: before.drift };

  const drift = listsDrift
    ? listDrift(resource, value, exact, before?.drift, changed)
    : summarize(resource, value, exact);
  const isSecretFree =
    before?.isSecretFree && changed?.every((field) => !isCredentialField(field) && !holdsCredential(value[field]));
  setProvenance(value, { drift, exact, isSecretFree });
  return { record: value as R, drift };
}

/** The exact integers of a record, without the fields that the screen masked. */
export function digitsOf(record: object, digits: LargeIntegers = NO_DIGITS): LargeIntegers {
  const value = record as JsonObject;
  return new Map([...digits].filter(([field]) => Object.hasOwn(value, field) && isLargeInteger(value[field])));
}

export function undecodable(path: string, expected: string, kind: DriftKind = 'wrong-type'): Decoded<never> {
  return { record: undefined, drift: [{ path, kind, expected }] };
}

/**
 * Replaces each nested value that is equal to the earlier value with that value, so that its reference does not change.
 * Returns the fields that are new, gone or different.
 */
function shareUnchanged(record: JsonObject, previous: object): string[] {
  const { changed, equal } = compareMembers(record, previous);
  for (const field of equal) record[field] = (previous as JsonObject)[field];
  return changed;
}

function addFieldsOfOtherDigits(changed: string[], before: LargeIntegers, exact: LargeIntegers): void {
  const others = otherDigits(before, exact);
  if (others.length === 0) return;
  const known = new Set(changed);
  for (const field of others) if (!known.has(field)) changed.push(field);
}

/** Lists the drift of a record. Only changed fields are inspected if the earlier drift is known. */
function listDrift(
  resource: Resource,
  value: JsonObject,
  exact: LargeIntegers | undefined,
  before: readonly Drift[] = UNLISTED,
  changed: readonly string[] = resource.fields,
): readonly Drift[] {
  const isKnown = before !== UNLISTED;
  const found = isKnown ? driftOfOtherFields(before, changed) : [];
  const carried = found.length;
  inspectFields(resource, value, isKnown ? changed : resource.fields, found);
  return found.length === carried ? found : settleDrift(resource, value, exact, found);
}

/** Stops at the first departure. */
function summarize(resource: Resource, value: JsonObject, exact: LargeIntegers | undefined): readonly Drift[] {
  const departs = resource.fields.some((field) => listDrift(resource, value, exact, [], [field]).length > 0);
  return departs ? UNLISTED : [];
}

function inspectFields({ schemas }: Resource, value: JsonObject, fields: readonly string[], found: Drift[]): void {
  for (const field of fields) {
    const schema = schemas.get(field);
    if (schema !== undefined) inspect(schema, value[field], field, found, found.length + MAX_FIELD_DRIFT);
  }
}

/** The drift of the fields that did not change. */
function driftOfOtherFields(drift: readonly Drift[], changed: readonly string[]): Drift[] {
  return drift.length === 0 ? [] : drift.filter(({ path }) => !changed.includes(fieldOf(path)));
}

/** Sorts drift in the order of the document, as a first load finds it, and drops integers that are exact. */
function settleDrift(
  { fields }: Resource,
  value: JsonObject,
  exact: LargeIntegers | undefined,
  found: readonly Drift[],
): Drift[] {
  return found
    .filter(({ path, kind }) => kind !== 'rounded-integer' || !isExact(value, path, exact))
    .toSorted((a, b) => fields.indexOf(fieldOf(a.path)) - fields.indexOf(fieldOf(b.path)));
}

/** The top-level field of a drift path. */
function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

/** Some integers beyond 2^53 are exact as numbers, such as 2^53 itself. Only digits of top-level fields are known. */
function isExact(value: JsonObject, path: string, exact: LargeIntegers | undefined): boolean {
  const digits = path === fieldOf(path) ? exact?.get(path) : undefined;
  return digits !== undefined && BigInt(value[path] as number) === digits;
}
