import type { Database, Entry, Fleet, FleetError } from '../index.js';

/** By the view of the entry. */
const pendingLoads = new WeakMap<object, Promise<void>>();
/** The error of each entry that cannot be loaded any more, by its view. */
const finalErrors = new WeakMap<object, FleetError>();

/**
 * Requests a database for a suspended component. All callers of one id share one promise. It does not observe the entry: a
 * framework does not report that it dropped a suspended component.
 *
 * @throws FleetError `disposed`
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
