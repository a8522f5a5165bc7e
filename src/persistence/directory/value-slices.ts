import { setImmediate } from 'node:timers/promises';
import type { StoredValue } from '../engine.js';
import { SLICE_BYTES, type Changes } from './level-copy.js';
import { sealValue, type Value } from './sealed-values.js';

/** Values of about this size are read or written between two turns of the event loop. */
const SLICE_LENGTH = 500;

/** Cuts items into slices, with a turn of the event loop after each. */
export async function* inSlices<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
): AsyncGenerator<readonly Item[]> {
  let slice: Item[] = [];
  let size = 0;
  for (const item of items) {
    slice.push(item);
    size += sizeOf(item);
    if (size < SLICE_BYTES && slice.length < SLICE_LENGTH) continue;
    yield slice;
    slice = [];
    size = 0;
    await setImmediate();
  }
  if (slice.length > 0) yield slice;
}

/** All values in the order of their keys, by UTF-16 code units. LevelDB orders by UTF-8. */
export async function* orderedSlices(values: ReadonlyMap<string, Value>): AsyncGenerator<readonly StoredValue[]> {
  const keys = [...values.keys()];
  if (keys.some((key, at) => at > 0 && key < (keys[at - 1] ?? ''))) keys.sort();
  const textOf = (key: string): string => values.get(key)?.text ?? '';
  for await (const slice of inSlices(keys, (key) => textOf(key).length)) {
    yield slice.map((key) => ({ key, text: textOf(key) }));
  }
}

/** All values as a copy stores them. */
export async function* sealedSlices(values: ReadonlyMap<string, Value>): AsyncGenerator<Changes> {
  for await (const slice of inSlices(values, ([, { text }]) => text.length)) {
    const changes = new Map<string, string>();
    for (const [key, { sequence, text }] of slice) {
      changes.set(key, sealValue(key, sequence, text));
    }
    yield changes;
  }
}
