import { deepEqual } from '../shared/deep-equal.js';
import { isSameList } from '../shared/is-same-list.js';
import { databaseSchema, type Database } from './database.js';
import {
  createResource,
  decodeRecord,
  MAX_DEPTH,
  undecodable,
  type Decoded,
  type Resource,
  type ScreenRecord,
} from './decode-record.js';
import { MAX_DRIFT, MAX_LISTED_DRIFT, type Drift } from './drift.js';
import { isObject, type JsonObject } from './inspect.js';
import type { LargeIntegers } from './large-integers.js';
import { isDeeperThan } from './nesting.js';
import { parseJson } from './parse-json.js';
import { parseList } from './parse-list.js';
import { driftOf, provenanceOf, setProvenance } from './provenance.js';
import { readDigits } from './read-digits.js';
import { splitCredentials } from './split-credentials.js';
import { UnusableAnswer } from './unusable-answer.js';
import { vectorIndexSchema, type VectorIndex } from './vector-index.js';

export type { Decoded } from './decode-record.js';

/** A decoded list. Elements without a usable identifier of their own are left out, and `drift` names them. */
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
  return decodeScreenedDatabase(text, previous);
}

/** The same. @throws UnusableAnswer where `screen` refuses it. */
export function decodeScreenedDatabase(text: string, previous?: Database, screen?: ScreenRecord): Decoded<Database> {
  const value = parseJson(text);
  return decodeRecord<Database>(DATABASE, value, () => readDigits(text, [value])[0], previous, screen);
}

/**
 * Decodes the answer to a create. The database exists, so its id is kept where a check of the whole record would refuse
 * it: a field that is nested too deeply, or holds U+FFFD in place of invalid UTF-8, is left out and becomes drift.
 *
 * @throws UnusableAnswer where `screen` refuses it.
 */
export function decodeCreatedDatabase(text: string, screen?: ScreenRecord): Decoded<Database> {
  const value = parseJson(text);
  if (isObject(value))
    for (const field of Object.keys(value)) if (!isReadable(field, value[field])) delete value[field];
  return decodeRecord<Database>(DATABASE, value, () => readDigits(text, [value])[0], undefined, screen);
}

function isReadable(field: string, value: unknown): boolean {
  return !isDeeperThan(MAX_DEPTH - 1, value) && !JSON.stringify([field, value]).includes('\uFFFD');
}

/**
 * Decodes the text of a list of vector indices, each as tolerantly as {@link decodeDatabase} does. Never throws.
 * No two of its records have one id: of those that share it the first counts, and `drift` names the others.
 *
 * The list keeps its text in memory: of the next one, only elements of another text are parsed.
 *
 * @param previous an earlier list; what is equal is shared with it, in the end the list itself.
 * @see api.md, Resources and their fields, Vector index record.
 */
export function decodeVectorIndices(text: string, previous?: readonly VectorIndex[]): DecodedList<VectorIndex> {
  return decodeScreenedIndices(text, previous);
}

/** The same. @throws UnusableAnswer where `screen` refuses an element, or where there are too many elements. */
export function decodeScreenedIndices(
  text: string,
  previous: readonly VectorIndex[] = [],
  screen?: ScreenRecord,
  limitItems = Infinity,
): DecodedList<VectorIndex> {
  const before = provenanceOf(previous)?.parsed;
  if (before?.text === text) return { records: previous, drift: driftOf(previous) };
  const earlier: readonly unknown[] = before?.items ?? previous;
  const placeOf = createPlaces(earlier);
  const parsed = parseList(text, before, placeOf);
  if (parsed === undefined) return { records: undefined, drift: undecodable('', 'Array').drift };
  const { items, starts } = parsed;
  if (items.length > limitItems) throw new UnusableAnswer(`the list has more than ${limitItems} items`);
  let digits: readonly LargeIntegers[] | undefined;
  const records: VectorIndex[] = [];
  const ids = new Set<unknown>();
  const drift: Drift[] = [];
  let listed = 0;
  const decodeElement = (value: unknown, at: number): Decoded<VectorIndex> => {
    if (!isObject(value)) return NO_OBJECT;
    if (ids.has(value['id'])) return DUPLICATE;
    const known = provenanceOf(value);
    // Its text is as before.
    if (known !== undefined) return { record: value as unknown as VectorIndex, drift: known.drift };
    const readElement = (): LargeIntegers | undefined => {
      const end = starts[at + 1];
      if (end === undefined) return (digits ??= readDigits(text, items))[at];
      return readDigits(text.slice(starts[at], end - 1), [value])[0];
    };
    const place = placeOf(value, at);
    const predecessor = place === undefined ? undefined : (earlier[place] as VectorIndex);
    return decodeRecord(VECTOR_INDEX, value, readElement, predecessor, screen, listed < MAX_LISTED_DRIFT);
  };
  items.forEach((value: unknown, at) => {
    const decoded = decodeElement(value, at);
    if (decoded.record !== undefined) {
      ids.add(decoded.record.id);
      records.push(decoded.record);
      items[at] = decoded.record;
      listed += decoded.drift.length;
    } else if (records.length === at && drift.length === MAX_DRIFT) {
      // The first that is left out matters more than how the rest departs: a list that is not whole must say so.
      drift.pop();
    }
    if (decoded.drift.length === 0) return;
    for (const found of decoded.drift.slice(0, MAX_DRIFT - drift.length)) {
      drift.push({ ...found, path: found.path === '' ? `[${at}]` : `[${at}].${found.path}` });
    }
  });
  const isSame = isSameList(records, previous) && deepEqual(drift, driftOf(previous));
  const list = isSame ? previous : records;
  setProvenance(list, { drift, parsed });
  return { records: list, drift };
}

const NO_OBJECT = /* @__PURE__ */ undecodable('', 'Object');
const DUPLICATE = /* @__PURE__ */ undecodable('id', 'an identifier of its own', 'duplicate');

/** Finds the place of the earlier record of the same id: mostly the same, and a table is made only if it is not. */
function createPlaces(earlier: readonly unknown[]): (item: unknown, expected: number) => number | undefined {
  let places: Map<unknown, number> | undefined;
  return (item, expected) => {
    const id = isObject(item) ? item['id'] : undefined;
    if (id === undefined || earlier.length === 0) return undefined;
    if (recordId(earlier[expected]) === id) return expected;
    return (places ??= new Map(earlier.map((each, at) => [recordId(each), at]))).get(id);
  };
}

/** Elements that were left out of a list are no predecessors, nor is what was not decoded here. */
function recordId(item: unknown): unknown {
  return isObject(item) && provenanceOf(item) !== undefined ? item['id'] : undefined;
}

/**
 * Reads a record that was decoded elsewhere and came as a value, not as a text; without its credentials.
 *
 * @param digits of its integers beyond 2^53, as far as they are known.
 * @returns nothing for what is no record of this id.
 */
export function reviveDatabase(id: string, value: unknown, digits: LargeIntegers): Database | undefined {
  return revive<Database>(DATABASE, id, value, digits);
}

/** The same for a vector index. */
export function reviveVectorIndex(id: string, value: unknown, digits: LargeIntegers): VectorIndex | undefined {
  return revive<VectorIndex>(VECTOR_INDEX, id, value, digits);
}

function revive<R extends object>(
  resource: Resource,
  id: string,
  value: unknown,
  digits: LargeIntegers,
): R | undefined {
  const { record } = decodeRecord<R>(resource, value, () => digits, undefined);
  const isIt = record !== undefined && (record as JsonObject)[resource.idField] === id;
  return isIt ? splitCredentials(record).record : undefined;
}

// Whoever decodes one kind only does not have to load what the other is like.
const DATABASE = /* @__PURE__ */ createResource('database_id', databaseSchema);
const VECTOR_INDEX = /* @__PURE__ */ createResource('id', vectorIndexSchema);
