import { deepEqual } from '../shared/deep-equal.js';
import { databaseSchema, type Database } from './database.js';
import { MAX_DRIFT, type Drift } from './drift.js';
import { identifierProblem } from './identifier.js';
import { inspect, isObject, type Schema } from './inspect.js';
import { readLargeIntegers, type LargeIntegers } from './large-integers.js';
import { driftOf, NOTHING_SPECIAL, provenanceOf, setProvenance } from './provenance.js';
import { isDeeperThan } from './nesting.js';
import { shareUnchanged } from './share-unchanged.js';
import { vectorIndexSchema, type VectorIndex } from './vector-index.js';

/** A decoded answer: `record` is absent where not even its identifier could be read, and `drift` says why. */
export interface Decoded<R> {
  readonly record: R | undefined;
  readonly drift: readonly Drift[];
}

/** A decoded list. Elements without a usable identifier are left out, and `drift` names them. */
export interface DecodedList<R> {
  readonly records: readonly R[] | undefined;
  readonly drift: readonly Drift[];
}

/**
 * Decodes the text of a database record. Tolerant: fields and enum values that api.md does not know stay as they
 * are, missing and mistyped fields become drift; only `database_id` is indispensable. Never throws.
 *
 * @param previous an earlier record of the same database. Nested values that are equal are shared with it, only
 *   what changed is checked, and for an equal answer `record` is that very object.
 * @see api.md, Resources and their fields, Database record.
 */
export function decodeDatabase(text: string, previous?: Database): Decoded<Database> {
  const readDigits = (): LargeIntegers => readLargeIntegers(text)[0] ?? NO_DIGITS;
  return decodeRecord<Database>(DATABASE, parse(text), readDigits, previous);
}

/**
 * Decodes the text of a list of vector indices, each as tolerantly as {@link decodeDatabase} does. Never throws.
 *
 * @param previous an earlier list; what is equal is shared with it, in the end the list itself.
 * @see api.md, Resources and their fields, Vector index record.
 */
export function decodeVectorIndices(text: string, previous?: readonly VectorIndex[]): DecodedList<VectorIndex> {
  const list = parse(text);
  if (!Array.isArray(list)) return { records: undefined, drift: [{ path: '', kind: 'wrong-type', expected: 'Array' }] };
  let digits: readonly LargeIntegers[] | undefined;
  const known = new Map(previous?.map((record) => [record.id, record]));
  const records: VectorIndex[] = [];
  const drift: Drift[] = [];
  list.forEach((value: unknown, at) => {
    const readDigits = (): LargeIntegers => (digits ??= readLargeIntegers(text))[at] ?? NO_DIGITS;
    const before = isObject(value) ? known.get(value['id'] as string) : undefined;
    const decoded = decodeRecord<VectorIndex>(VECTOR_INDEX, value, readDigits, before);
    if (decoded.record !== undefined) records.push(decoded.record);
    for (const found of decoded.drift.slice(0, MAX_DRIFT - drift.length)) {
      drift.push({ ...found, path: found.path === '' ? `[${at}]` : `[${at}].${found.path}` });
    }
  });
  if (previous !== undefined && isSameList(records, previous) && deepEqual(drift, driftOf(previous))) {
    return { records: previous, drift };
  }
  setProvenance(records, { drift });
  return { records, drift };
}

/** What decoding needs to know of a kind of record. */
interface Resource {
  readonly idField: string;
  readonly schemas: ReadonlyMap<string, Schema>;
}

const DATABASE: Resource = { idField: 'database_id', schemas: new Map(Object.entries(databaseSchema.entries)) };
const VECTOR_INDEX: Resource = { idField: 'id', schemas: new Map(Object.entries(vectorIndexSchema.entries)) };

/** A record nested deeper is refused: recursion over it, ours or JSON.stringify's, could overflow the stack. */
const MAX_DEPTH = 32;

const NO_DIGITS: LargeIntegers = new Map();

function decodeRecord<R extends object>(
  resource: Resource,
  value: unknown,
  readDigits: () => LargeIntegers,
  previous: R | undefined,
): Decoded<R> {
  if (!isObject(value)) return undecodable('', 'Object');
  const id = value[resource.idField];
  if (identifierProblem(id) !== undefined) return undecodable(resource.idField, 'identifier');

  const before = previous === undefined ? NOTHING_SPECIAL : provenanceOf(previous);
  const changed = previous === undefined ? Object.keys(value) : shareUnchanged(value, previous);
  let needsDigits = before.exact !== undefined;
  for (const field of changed) {
    const member = value[field];
    needsDigits ||= isLargeInteger(member);
    if (isDeeperThan(MAX_DEPTH - 1, member)) return undecodable('', `at most ${MAX_DEPTH} levels of nesting`);
  }
  const digits = needsDigits ? readDigits() : NO_DIGITS;
  // Two integers beyond 2^53 may be equal as numbers and differ in their digits.
  before.exact?.forEach((exact, field) => digits.get(field) !== exact && changed.push(field));
  if (previous !== undefined && changed.length === 0) return { record: previous, drift: before.drift };

  const found = before.drift.filter(({ path }) => !changed.includes(fieldOf(path)));
  for (const field of previous === undefined ? resource.schemas.keys() : changed) {
    const schema = resource.schemas.get(field);
    if (schema !== undefined) inspect(schema, value[field], field, found);
  }
  const drift = found.filter(({ path, kind }) => kind !== 'rounded-integer' || isRounded(value[path], digits.get(path)));
  setProvenance(value, { drift, exact: digits.size > 0 ? digits : undefined });
  return { record: value as R, drift };
}

function undecodable(path: string, expected: string): Decoded<never> {
  return { record: undefined, drift: [{ path, kind: 'wrong-type', expected }] };
}

function isLargeInteger(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** A few integers beyond 2^53, such as 2^53 itself, are exact as numbers. */
function isRounded(value: unknown, exact: bigint | undefined): boolean {
  return exact === undefined || BigInt(value as number) !== exact;
}

/** The top-level field of a drift path. */
function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** JSON.parse without its error: that quotes the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
