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
import { readLargeIntegers, type LargeIntegers } from './large-integers.js';
import { isDeeperThan } from './nesting.js';
import { parseJson } from './parse-json.js';
import { parseList } from './parse-list.js';
import { driftOf, provenanceOf, setProvenance } from './provenance.js';
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
 * Decodes the text of a database record. Fields and enum values that are not in api.md keep their value, and a missing
 * or mistyped field becomes drift. Only `database_id` is required. Never throws.
 *
 * @param previous an earlier record of the same database. The result shares its equal nested values, and only changed
 *   fields are checked. For an equal answer, `record` is `previous` itself.
 * @see api.md, Resources and their fields, Database record.
 */
export function decodeDatabase(text: string, previous?: Database): Decoded<Database> {
  return decodeScreenedDatabase(text, previous);
}

/** Like `decodeDatabase`, with a screen. @throws UnusableAnswer if `screen` refuses the record */
export function decodeScreenedDatabase(text: string, previous?: Database, screen?: ScreenRecord): Decoded<Database> {
  const readDigits = (): LargeIntegers | undefined => readLargeIntegers(text)[0];
  return decodeRecord<Database>(DATABASE, parseJson(text), readDigits, previous, screen);
}

/**
 * Decodes the answer to a create. The database exists, so an unreadable field must not cost its id. A field that is
 * nested too deeply, or contains U+FFFD in place of invalid UTF-8, is left out and becomes drift.
 *
 * @throws UnusableAnswer if `screen` refuses the record
 */
export function decodeCreatedDatabase(text: string, screen?: ScreenRecord): Decoded<Database> {
  const value = parseJson(text);
  if (isObject(value))
    for (const field of Object.keys(value)) if (!isReadable(field, value[field])) delete value[field];
  return decodeRecord<Database>(DATABASE, value, () => readLargeIntegers(text)[0], undefined, screen);
}

function isReadable(field: string, value: unknown): boolean {
  return !isDeeperThan(MAX_DEPTH - 1, value) && !JSON.stringify([field, value]).includes('\uFFFD');
}

/**
 * Decodes the text of a list of vector indices, each as tolerantly as {@link decodeDatabase} does. Never throws.
 * If several elements have the same id, the list contains the first one, and `drift` names the others.
 *
 * The list keeps its text in memory, so that only the changed elements of the next list are parsed.
 *
 * @param previous an earlier list. The result shares its equal records; for an equal answer, the result is `previous`.
 * @see api.md, Resources and their fields, Vector index record.
 */
export function decodeVectorIndices(text: string, previous?: readonly VectorIndex[]): DecodedList<VectorIndex> {
  return decodeScreenedIndices(text, previous);
}

/**
 * Like `decodeVectorIndices`, with a screen and a limit.
 *
 * @throws UnusableAnswer if `screen` refuses an element, or if there are more than `limitItems` elements
 */
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
    // The text of this element is unchanged.
    if (known !== undefined) return { record: value as unknown as VectorIndex, drift: known.drift };
    const readElement = (): LargeIntegers | undefined => {
      const end = starts[at + 1];
      if (end === undefined) return (digits ??= readLargeIntegers(text))[at];
      return readLargeIntegers(text.slice(starts[at], end - 1))[0];
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
      // The first missing element matters more than other drift: an incomplete list must be recognizable.
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

/** Finds the index of the earlier record with the same id. It makes a table only if the order changed. */
function createPlaces(earlier: readonly unknown[]): (item: unknown, expected: number) => number | undefined {
  let places: Map<unknown, number> | undefined;
  return (item, expected) => {
    const id = isObject(item) ? item['id'] : undefined;
    if (id === undefined || earlier.length === 0) return undefined;
    if (recordId(earlier[expected]) === id) return expected;
    return (places ??= new Map(earlier.map((each, at) => [recordId(each), at]))).get(id);
  };
}

/** An element that was left out of its list, or was not decoded here, has no id: it cannot be a predecessor. */
function recordId(item: unknown): unknown {
  return isObject(item) && provenanceOf(item) !== undefined ? item['id'] : undefined;
}

/**
 * Decodes a parsed database record, with its credentials.
 *
 * @param digits the known exact integers beyond 2^53.
 */
export function decodeDatabaseValue(value: unknown, digits: LargeIntegers | undefined): Decoded<Database> {
  return decodeRecord<Database>(DATABASE, value, () => digits, undefined);
}

/**
 * Reads a database record from a parsed value, such as a member of a snapshot, and removes its credentials.
 *
 * @param digits the known exact integers beyond 2^53.
 * @returns `undefined` for a value that is not a record with this id
 */
export function reviveDatabase(id: string, value: unknown, digits: LargeIntegers): Database | undefined {
  return revive<Database>(DATABASE, id, value, digits);
}

/** Like `reviveDatabase`, for a vector index. */
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

// Separate constants, so that a program that decodes one kind does not load the schema of the other.
const DATABASE = /* @__PURE__ */ createResource('database_id', databaseSchema);
const VECTOR_INDEX = /* @__PURE__ */ createResource('id', vectorIndexSchema);
