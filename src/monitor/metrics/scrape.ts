import { setImmediate } from 'node:timers/promises';
import type { Fleet } from '../../core/fleet/fleet.js';
import { snapshotPartsOf } from '../../core/fleet/snapshot-parts.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { count, emptyCensus, type Census } from './census.js';
import type { ResourceFamily, ScrapedResource } from './resource-families.js';
import type { MeasureField } from './select-limits.js';
import { formatHeader } from './text-format.js';

/** How many resources are formatted in one turn of the event loop: a few milliseconds. */
const SLICE = 500;

/**
 * Returns all known databases and indices of one moment, so that a resource which is forgotten while the text is made
 * does not have some of its series. Entries and usage are immutable. It subscribes to nothing: an id with a subscriber
 * would be polled more often.
 */
export function takeResources(fleet: Fleet): readonly ScrapedResource[] {
  const { databases, indices, ledger } = snapshotPartsOf(fleet);
  const stores = { database: databases, index: indices };
  const found: ScrapedResource[] = [];
  for (const resource of resourceKinds)
    for (const id of stores[resource].memberIds())
      found.push({ resource, entry: stores[resource].peek(id), usage: ledger.peek(resource, id) });
  return found;
}

/** Counts the resources in slices. @throws the reason of the signal when it aborts */
export async function takeCensus(
  resources: readonly ScrapedResource[],
  measure: MeasureField,
  signal: AbortSignal | undefined,
): Promise<Census> {
  const census = emptyCensus();
  for (const slice of slicesOf(resources)) {
    for (const each of slice) count(census, each, measure);
    await nextTurn(signal);
  }
  return census;
}

/** Makes the text of a metric in slices. @throws the reason of the signal when it aborts */
export async function* formatFamily(
  { name, help, format }: ResourceFamily,
  resources: readonly ScrapedResource[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  yield formatHeader(name, help);
  for (const slice of slicesOf(resources)) {
    const text = slice.map(format).join('');
    if (text !== '') yield text;
    await nextTurn(signal);
  }
}

function* slicesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += SLICE) yield all.slice(at, at + SLICE);
}

async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
