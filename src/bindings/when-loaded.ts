import type { Database, Entry, Fleet, FleetError } from '../index.js';

/** The pending load of each entry, by the view of the entry. */
const pendingLoads = new WeakMap<object, Promise<void>>();
/** The error of each entry that cannot be loaded any more, by the view of the entry. */
const finalErrors = new WeakMap<object, FleetError>();

/**
 * Requests a database that has not been loaded yet, for frameworks that suspend a component. Resolves when the entry
 * has a record or an error. All callers of one id share one request and one promise.
 *
 * Does not observe the entry: a framework does not report that it dropped a suspended component. A request ends
 * without the component.
 *
 * @throws FleetError `disposed` if the fleet is disposed
 */
export function whenLoaded({ databases }: Fleet, id: string): Promise<void> {
  const entry = databases.entry(id);
  const finalError = finalErrors.get(entry);
  if (finalError) throw finalError;
  let loading = pendingLoads.get(entry);
  if (!loading) pendingLoads.set(entry, (loading = load()));
  return loading;

  async function load(): Promise<void> {
    // The refresh changes the entry, and a framework forbids updates of other components during a render.
    await Promise.resolve();
    try {
      await databases.refresh(id);
    } catch (error) {
      // The entry has every other error.
      if ((error as FleetError).code === 'disposed') finalErrors.set(entry, error as FleetError);
    }
    pendingLoads.delete(entry);
  }
}

/** Whether the entry has a record, or the error that explains why it has no record. */
export function isLoaded({ record, error }: Entry<Database>): boolean {
  return record !== undefined || error !== undefined;
}
