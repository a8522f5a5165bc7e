import { setImmediate } from 'node:timers/promises';
import type { StoredValue } from '../engine.js';
import { SLICE_BYTES, type Changes } from './level-copy.js';
import { readText, type SealedValues } from './sealed-values.js';

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
export async function* orderedSlices({ keys, values }: SealedValues): AsyncGenerator<readonly StoredValue[]> {
  const keyAt = (at: number): string => keys[at] ?? '';
  const valueAt = (at: number): string => values[at] ?? '';
  const order = [...keys.keys()];
  if (order.some((at) => at > 0 && keyAt(at) < keyAt(at - 1)))
    order.sort((one, other) => (keyAt(one) < keyAt(other) ? -1 : 1));
  for await (const slice of inSlices(order, (at) => valueAt(at).length)) {
    yield slice.map((at) => ({ key: keyAt(at), text: readText(valueAt(at)) }));
  }
}

/** All values in batches for a new copy. */
export async function* sealedSlices({ keys, values }: SealedValues): AsyncGenerator<Changes> {
  for await (const slice of inSlices(keys.entries(), ([at]) => values[at]?.length ?? 0)) {
    yield new Map(slice.map(([at, key]) => [key, values[at]]));
  }
}
