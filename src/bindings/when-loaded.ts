import type { Entry } from '../index.js';
import type { Readable } from './readable.js';

const awaited = new WeakMap<object, Promise<void>>();

/**
 * Resolves once there is something to show of an entry: a record, or why there is none. For frameworks that wait
 * before they show a component: until then it observes the entry in the component's place, so that it is asked for.
 * Gives the same promise for a view while that is pending.
 */
export function whenLoaded<R>(entry: Readable<Entry<R>>): Promise<void> {
  let loaded = awaited.get(entry);
  if (loaded === undefined) awaited.set(entry, (loaded = load(entry)));
  return loaded;
}

async function load<R>(entry: Readable<Entry<R>>): Promise<void> {
  let subscription: { unsubscribe(): void } | undefined;
  await new Promise<void>((resolve) => {
    subscription = entry.subscribe((now) => void (isLoaded(now) && resolve()));
  });
  subscription?.unsubscribe();
  awaited.delete(entry);
}

/** Whether there is a record, or the reason why there is none. */
export function isLoaded<R>({ record, error }: Entry<R>): boolean {
  return record !== undefined || error !== undefined;
}
