import { usagePart } from '../../core/limits/usage.js';
import { setImmediate } from 'node:timers/promises';
import type { Fleet } from '../../core/fleet/fleet.js';
import { kernelOf } from '../../core/fleet/kernel.js';
import { resourceKinds } from '../../core/shared/resource-kind.js';
import { count, emptyCensus, type Census } from './census.js';
import type { ResourceFamily, ScrapedResource } from './resource-families.js';
import type { MeasureField } from './select-limits.js';
import { formatHeader } from './text-format.js';

/** How many resources are formatted in one turn of the event loop: a few milliseconds. */
const SLICE = 500;

/** The known databases and indices at one scrape. */
export interface Snapshot {
  readonly resources: readonly ScrapedResource[];
  readonly census: Census;
}

/**
 * Reads and counts all known databases and indices in slices. Each resource is read once, so that it has all of its series
 * or none, also if it is forgotten while the text is made. It subscribes to nothing: an id with a subscriber would be
 * polled more often.
 *
 * @throws the reason of the signal when it aborts
 */
export async function takeSnapshot(
  fleet: Fleet,
  measure: MeasureField,
  signal: AbortSignal | undefined,
): Promise<Snapshot> {
  const kernel = kernelOf(fleet, 'createMonitor');
  const { databases, indices } = kernel;
  const ledger = usagePart(kernel);
  const stores = { database: databases, index: indices };
  const resources: ScrapedResource[] = [];
  const census = emptyCensus();
  for (const resource of resourceKinds) {
    const store = stores[resource];
    for (const ids of slicesOf([...store.memberIds()])) {
      for (const id of ids) {
        // It may have been forgotten since the last slice.
        if (!store.isMember(id)) continue;
        const scraped = { resource, entry: store.peek(id), usage: ledger.peek(resource, id) };
        count(census, scraped, measure);
        resources.push(scraped);
      }
      await nextTurn(signal);
    }
  }
  return { resources, census };
}

/** Makes the text of a metric in slices. @throws the reason of the signal when it aborts */
export async function* formatFamily(
  { name, help, addLines }: ResourceFamily,
  resources: readonly ScrapedResource[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  yield formatHeader(name, help);
  for (const slice of slicesOf(resources)) {
    const kernel: string[] = [];
    for (const resource of slice) addLines(kernel, resource);
    if (kernel.length > 0) yield kernel.join('');
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
