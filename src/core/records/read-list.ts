import { deepEqual } from '../shared/deep-equal.js';
import { isObject } from '../shared/is-object.js';
import { isSameList } from '../shared/is-same-list.js';
import { UnusableAnswer } from '../wire/unusable-answer.js';
import { MAX_DRIFT, type Drift } from './drift.js';
import { readLargeIntegers, type LargeIntegers } from './large-integers.js';
import { parseList } from './parse-list.js';
import { provenanceOf, setProvenance } from './provenance.js';
import { idFields, readRecord, unreadable, type Reading, type ScreenRecord } from './read-record.js';
import type { VectorIndex } from './vector-index.js';

/**
 * Reads the text of a list of vector indices. Elements without a usable identifier of their own are left out; `leftOutOf`
 * names them. If several elements have the same id, the list contains the first one.
 *
 * The list keeps its text in memory, so that only the changed elements of the next list are parsed.
 *
 * @param previous an earlier list. The result shares its equal records. For an equal answer, the result is `previous`.
 * @throws UnusableAnswer if `screen` refuses an element, or if there are more than `limitItems` elements
 * @see api.md, Resources and their fields, Vector index record.
 */
export function readVectorIndicesText(
  text: string,
  previous: readonly VectorIndex[] = [],
  screen?: ScreenRecord,
  limitItems = Infinity,
): Reading<readonly VectorIndex[]> {
  const before = provenanceOf(previous)?.list?.parsed;
  if (before?.text === text) return { record: previous };
  const earlier: readonly unknown[] = before?.items ?? previous;
  const placeOf = createPlaces(earlier);
  const parsed = parseList(text, before, placeOf);
  if (parsed === undefined) return unreadable('', 'Array');
  const { items, starts } = parsed;
  if (items.length > limitItems) throw new UnusableAnswer(`the list has more than ${limitItems} items`);
  let digits: readonly LargeIntegers[] | undefined;
  const records: VectorIndex[] = [];
  const ids = new Set<unknown>();
  const leftOut: Drift[] = [];
  const readElement = (value: unknown, at: number): Reading<VectorIndex> => {
    if (!isObject(value)) return NO_OBJECT;
    if (ids.has(value['id'])) return DUPLICATE;
    // The text of this element is unchanged.
    if (provenanceOf(value) !== undefined) return { record: value as unknown as VectorIndex };
    const readDigits = (): LargeIntegers | undefined => {
      const end = starts[at + 1];
      if (end === undefined) return (digits ??= readLargeIntegers(text))[at];
      return readLargeIntegers(text.slice(starts[at], end - 1))[0];
    };
    const place = placeOf(value, at);
    const predecessor = place === undefined ? undefined : (earlier[place] as VectorIndex);
    return readRecord(idFields.index, value, readDigits, predecessor, screen);
  };
  items.forEach((value: unknown, at) => {
    const { record, problem } = readElement(value, at);
    if (record !== undefined) {
      ids.add(record.id);
      records.push(record);
      items[at] = record;
    } else if (leftOut.length < MAX_DRIFT) {
      leftOut.push({ ...problem, path: problem.path === '' ? `[${at}]` : `[${at}].${problem.path}` });
    }
  });
  const isSame = isSameList(records, previous) && deepEqual(leftOut, leftOutOf(previous));
  const list = isSame ? previous : records;
  setProvenance(list, { list: { parsed, leftOut } });
  return { record: list };
}

/** Lists the elements that were left out of a list, at most `MAX_DRIFT`. */
export function leftOutOf(list: readonly VectorIndex[]): readonly Drift[] {
  return provenanceOf(list)?.list?.leftOut ?? NONE;
}

const NONE: readonly Drift[] = [];
const NO_OBJECT = /* @__PURE__ */ unreadable('', 'Object');
const DUPLICATE = /* @__PURE__ */ unreadable('id', 'an identifier of its own', 'duplicate');

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
