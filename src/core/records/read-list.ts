import { deepEqual, isSameList } from '../shared/deep-equal.js';
import { isObject } from '../shared/is-object.js';
import { memberPath } from '../shared/member-path.js';
import { idFields } from '../shared/resource-kind.js';
import { parseJson } from '../wire/parse-json.js';
import { leftOutOf, MAX_DRIFT, setLeftOut, type Drift } from './drift.js';
import { readRecord, unreadable, type Reading } from './read-record.js';
import { splitList } from './split-list.js';
import type { VectorIndex } from './vector-index.js';

/** The answer that a list was read from, with which the next answer is compared. */
interface ListSource {
  readonly text: string;
  /** The texts of the elements: parts of `text`, so they take no memory of their own. */
  readonly texts: readonly string[];
  /** The records by the places of their elements, with `undefined` for each element that was left out. */
  readonly places: readonly (VectorIndex | undefined)[];
}

const sources = /* @__PURE__ */ new WeakMap<object, ListSource>();

/**
 * Reads the text of a list of vector indices, as `decodeVectorIndices` describes. An element with the same text as
 * before at its place is not parsed again. `leftOutOf` names what was left out.
 *
 * @throws UnusableAnswer if there are more than `limitItems` elements
 */
export function readVectorIndicesText(
  text: string,
  previous: readonly VectorIndex[] = [],
  limitItems = Infinity,
): Reading<readonly VectorIndex[]> {
  const source = sources.get(previous);
  if (source?.text === text) return { record: previous };
  const parts = splitList(text, limitItems, source?.texts);
  if (parts === undefined) return unreadable('', 'Array');
  const before = new Map<unknown, VectorIndex>(previous.map((record) => [record.id, record]));
  const texts: string[] = [];
  const places: (VectorIndex | undefined)[] = [];
  const ids = new Set<unknown>();
  const leftOut: Drift[] = [];
  for (const part of parts) {
    const place = places.length;
    const same = source?.texts[place] === part ? source.places[place] : undefined;
    const value = same ?? parseJson(part);
    if (value === undefined) return unreadable('', 'Array');
    const id = isObject(value) ? value['id'] : undefined;
    const read = same ? { record: same } : readRecord<VectorIndex>(idFields.index, value, undefined, before.get(id));
    const { record, problem }: Reading<VectorIndex> = ids.has(id) ? DUPLICATE : read;
    if (record !== undefined) ids.add(id);
    else if (leftOut.length < MAX_DRIFT) leftOut.push({ ...problem, path: memberPath(`[${place}]`, problem.path) });
    texts.push(part);
    places.push(record);
  }
  const records = places.flatMap((record) => record ?? []);
  const isSame = isSameList(records, previous) && deepEqual(leftOut, leftOutOf(previous));
  const list = isSame ? previous : records;
  sources.set(list, { text, texts, places });
  setLeftOut(list, leftOut);
  return { record: list };
}

const DUPLICATE: Reading<VectorIndex> = /* @__PURE__ */ unreadable('id', 'an identifier of its own', 'duplicate');

/** Drops the text of a list that is not read again. A program may keep the list itself. */
export function forgetText(list: object): void {
  sources.delete(list);
}

/** The records of an answer by their places, with `undefined` for each element that was left out. */
export function recordsByPlace(list: readonly unknown[]): readonly unknown[] {
  return sources.get(list)?.places ?? list;
}
