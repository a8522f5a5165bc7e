import { deepEqual } from '../shared/deep-equal.js';
import { isObject } from '../shared/is-object.js';
import { isSameList } from '../shared/is-same-list.js';
import { parseJson } from '../wire/parse-json.js';
import { MAX_DRIFT, type Drift } from './drift.js';
import { idFields, readRecord, unreadable, type Reading } from './read-record.js';
import { splitList } from './split-list.js';
import type { VectorIndex } from './vector-index.js';

/** The text and the records of a list, with which the next answer is compared. */
interface ListSource {
  readonly text: string;
  /** The records by their text. Each text is a part of `text`, so it takes no memory of its own. */
  readonly recordsByText: ReadonlyMap<string, VectorIndex>;
  /** The place of each record in the answer, which may have further elements. */
  readonly places: readonly number[];
  /** The elements that were left out of the list, in its order. */
  readonly leftOut: readonly Drift[];
}

const sources = /* @__PURE__ */ new WeakMap<object, ListSource>();

/**
 * Reads the text of a list of vector indices. Elements without a usable identifier of their own are left out; `leftOutOf`
 * names them. If several elements have the same id, the list contains the first one.
 *
 * The list keeps its text in memory, so that only the changed elements of the next list are parsed.
 *
 * @param previous an earlier list. The result shares its equal records. For an equal answer, the result is `previous`.
 * @throws UnusableAnswer if there are more than `limitItems` elements
 * @see api.md, Resources and their fields, Vector index record.
 */
export function readVectorIndicesText(
  text: string,
  previous: readonly VectorIndex[] = [],
  limitItems = Infinity,
): Reading<readonly VectorIndex[]> {
  const before = sources.get(previous);
  if (before?.text === text) return { record: previous };
  const texts = splitList(text, limitItems);
  if (texts === undefined) return unreadable('', 'Array');
  const records: VectorIndex[] = [];
  const recordsByText = new Map<string, VectorIndex>();
  const places: number[] = [];
  const ids = new Set<string>();
  const leftOut: Drift[] = [];
  const earlier = createLookup(previous);
  for (const [place, itemText] of texts.entries()) {
    const same = before?.recordsByText.get(itemText);
    const item = same ?? parseJson(itemText);
    if (item === undefined) return unreadable('', 'Array');
    const { record, problem } = readElement(item, same, ids, earlier);
    if (record !== undefined) {
      ids.add(record.id);
      records.push(record);
      recordsByText.set(itemText, record);
      places.push(place);
    } else if (leftOut.length < MAX_DRIFT) {
      leftOut.push({ ...problem, path: problem.path === '' ? `[${place}]` : `[${place}].${problem.path}` });
    }
  }
  const isSame = isSameList(records, previous) && deepEqual(leftOut, leftOutOf(previous));
  const list = isSame ? previous : records;
  sources.set(list, { text, recordsByText, places, leftOut });
  return { record: list };
}

/** @param same the record that was read from the same text before */
function readElement(
  item: unknown,
  same: VectorIndex | undefined,
  ids: ReadonlySet<unknown>,
  earlier: (id: unknown) => VectorIndex | undefined,
): Reading<VectorIndex> {
  const id = isObject(item) ? item['id'] : undefined;
  if (ids.has(id)) return unreadable('id', 'an identifier of its own', 'duplicate');
  return same === undefined ? readRecord(idFields.index, item, '', earlier(id)) : { record: same };
}

/** Finds the earlier record with an id. It makes a table only if an element changed. */
function createLookup(records: readonly VectorIndex[]): (id: unknown) => VectorIndex | undefined {
  let byId: Map<unknown, VectorIndex> | undefined;
  return (id) =>
    (byId ??= new Map(records.map((record) => [(record as Partial<VectorIndex> | undefined)?.id, record]))).get(id);
}

/** Drops the text of a list, for example when its fleet ends: a record of the list may live on in the user's program. */
export function forgetText(list: object): void {
  sources.delete(list);
}

/** Lists the elements that were left out of a list, at most `MAX_DRIFT`. */
export function leftOutOf(list: object): readonly Drift[] {
  return sources.get(list)?.leftOut ?? [];
}

/** The place of a record in the answer. @param at its place in the list */
export function placeInAnswer(list: object, at: number): number {
  return sources.get(list)?.places[at] ?? at;
}
