import type { Database, Entry, Fleet, FleetError } from '../index.js';

/** The promise of each load in progress, by the view of the entry. */
const pendingLoads = new WeakMap<object, Promise<void>>();
/** The error of each entry that cannot be loaded any more, by its view. */
const finalErrors = new WeakMap<object, FleetError>();
/** Why a request was not sent, by the view of the entry, which has no error then. */
const unsentErrors = new WeakMap<object, FleetError>();

/**
 * Requests a database for a suspended component. All callers of one id share one promise. It does not observe the entry: a
 * framework does not report that it dropped a suspended component.
 *
 * @throws FleetError `disposed`; the reason why the last request was not sent, such as `rate-limited` during a hold
 */
export function whenLoaded({ databases }: Fleet, id: string): Promise<void> {
  const entry = databases.entry(id);
  const finalError = finalErrors.get(entry);
  if (finalError) throw finalError;
  const unsentError = unsentErrors.get(entry);
  if (unsentError) {
    // After an error React renders a second time in the same task. A later attempt asks again.
    queueMicrotask(() => unsentErrors.delete(entry));
    throw unsentError;
  }
  let loading = pendingLoads.get(entry);
  if (!loading) pendingLoads.set(entry, (loading = load()));
  return loading;

  async function load(): Promise<void> {
    // The refresh changes the entry, and a framework forbids updates of other components during a render.
    await Promise.resolve();
    try {
      await databases.refresh(id);
    } catch (error) {
      if ((error as FleetError).code === 'disposed') finalErrors.set(entry, error as FleetError);
      // Without this, the caller would ask again at once, for ever.
      else if (!isLoaded(entry.value)) unsentErrors.set(entry, error as FleetError);
    }
    pendingLoads.delete(entry);
  }
}

/** Whether the entry has a record, or the error that explains why it has no record. */
export function isLoaded({ record, error }: Entry<Database>): boolean {
  return record !== undefined || error !== undefined;
}
