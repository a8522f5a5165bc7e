import { isSameList } from '../shared/deep-equal.js';
import { isObject } from '../shared/is-object.js';
import { memberPath } from '../shared/member-path.js';
import { idFields } from '../shared/resource-kind.js';
import { parseJson } from '../wire/parse-json.js';
import { readRecord, unreadable, type Reading } from './read-record.js';
import { splitList } from './split-list.js';
import type { VectorIndex } from './vector-index.js';

/** The answer that a list was read from, with which the next answer is compared. */
interface ListSource {
  readonly text: string;
  /** The texts of the elements: parts of `text`, so they take no memory of their own. */
  readonly texts: readonly string[];
  readonly elements: readonly VectorIndex[];
}

const sources = /* @__PURE__ */ new WeakMap<object, ListSource>();

/**
 * Reads the text of a list of vector indices, as `decodeVectorIndices` describes. An element with the same text as
 * before at its place is not parsed again.
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
  const elements: VectorIndex[] = [];
  const byId = new Map<string, VectorIndex>();
  for (const part of parts) {
    const place = texts.length;
    let element = source?.texts[place] === part ? source.elements[place] : undefined;
    if (element === undefined) {
      const value = parseJson(part);
      if (value === undefined) return unreadable('', 'Array');
      const id = isObject(value) ? value['id'] : undefined;
      const { record, problem } = readRecord<VectorIndex>(idFields.index, value, undefined, before.get(id));
      if (record === undefined) return unreadable(memberPath(`[${place}]`, problem.path), problem.expected);
      element = record;
    }
    texts.push(part);
    elements.push(element);
    if (!byId.has(element.id)) byId.set(element.id, element);
  }
  const records = [...byId.values()];
  const list = isSameList(records, previous) ? previous : records;
  sources.set(list, { text, texts, elements });
  return { record: list };
}

/** Drops the text of a list that is not read again. A program may keep the list itself. */
export function forgetText(list: object): void {
  sources.delete(list);
}
