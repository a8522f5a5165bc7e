import { deepEqual, isSameList } from '../shared/deep-equal.js';
import { isObject } from '../shared/is-object.js';
import { memberPath } from '../shared/member-path.js';
import { idFields } from '../shared/resource-kind.js';
import { parseJson } from '../wire/parse-json.js';
import { MAX_DRIFT, type Drift } from './drift.js';
import { readRecord, unreadable, type Reading } from './read-record.js';
import { splitList } from './split-list.js';
import type { VectorIndex } from './vector-index.js';

/** An element of an answer. */
interface Element {
  /** A part of the text of the answer, so it takes no memory of its own. */
  readonly text: string;
  /** Absent if the element was left out of the list. */
  readonly record: VectorIndex | undefined;
}

/** The answer that a list was read from, with which the next answer is compared. */
interface ListSource {
  readonly text: string;
  readonly elements: readonly Element[];
  /** The elements that were left out of the list, in its order. */
  readonly leftOut: readonly Drift[];
}

const sources = /* @__PURE__ */ new WeakMap<object, ListSource>();

/**
 * Reads the text of a list of vector indices, as `decodeVectorIndices` describes. `leftOutOf` names what was left out.
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
  const earlier = new EarlierElements(source?.elements ?? previous.map((record) => ({ text: '', record })));
  const texts = splitList(text, limitItems, () => earlier.expected);
  if (texts === undefined) return unreadable('', 'Array');
  const elements: Element[] = [];
  const ids = new Set<unknown>();
  const leftOut: Drift[] = [];
  for (const elementText of texts) {
    const same = earlier.takeIf(elementText);
    const value = same ?? parseJson(elementText);
    if (value === undefined) return unreadable('', 'Array');
    const id = isObject(value) ? value['id'] : undefined;
    const { record, problem }: Reading<VectorIndex> = ids.has(id)
      ? unreadable('id', 'an identifier of its own', 'duplicate')
      : same === undefined
        ? readRecord<VectorIndex>(idFields.index, value, '', earlier.find(id))
        : { record: same };
    if (record !== undefined) ids.add(id);
    else if (leftOut.length < MAX_DRIFT)
      leftOut.push({ ...problem, path: memberPath(`[${elements.length}]`, problem.path) });
    elements.push({ text: elementText, record });
  }
  const records = elements.flatMap(({ record }) => record ?? []);
  const isSame = isSameList(records, previous) && deepEqual(leftOut, leftOutOf(previous));
  const list = isSame ? previous : records;
  sources.set(list, { text, elements, leftOut });
  return { record: list };
}

/** The elements of the answer before. Most elements of an answer are the same, in the same order. */
class EarlierElements {
  readonly #elements: readonly Element[];
  #places: ReadonlyMap<unknown, number> | undefined;
  /** The place of the element that probably comes next. */
  #next = 0;

  constructor(elements: readonly Element[]) {
    this.#elements = elements;
  }

  /** The text that the next element probably has. */
  get expected(): string {
    return this.#elements[this.#next]?.text ?? '';
  }

  /** Takes the record of the next element if that has the expected text. */
  takeIf(text: string): VectorIndex | undefined {
    // An empty text is no element. It is also the expected text of an element whose text was not kept.
    if (text === '' || text !== this.expected) return undefined;
    this.#next += 1;
    return this.#elements[this.#next - 1]?.record;
  }

  /** Finds the record with an id. The element behind it probably comes next. */
  find(id: unknown): VectorIndex | undefined {
    this.#places ??= new Map(this.#elements.map(({ record }, place) => [record?.id, place]));
    const place = this.#places.get(id);
    if (place !== undefined) this.#next = place + 1;
    return place === undefined ? undefined : this.#elements[place]?.record;
  }
}

/** Drops the text of a list, for example when its fleet ends: a record of the list may live on in the user's program. */
export function forgetText(list: object): void {
  sources.delete(list);
}

/** Lists the elements that were left out of a list, at most `MAX_DRIFT`. */
export function leftOutOf(list: object): readonly Drift[] {
  return sources.get(list)?.leftOut ?? [];
}

/** Lists the records of an answer by their places in it, with `undefined` for each element that was left out. */
export function recordsByPlace(list: readonly unknown[]): readonly unknown[] {
  return sources.get(list)?.elements.map(({ record }) => record) ?? list;
}
