import type { Database, Entry, Fleet, FleetError } from '../index.js';

/** What components wait for, by the view of an entry. */
const awaited = new WeakMap<object, Promise<void>>();
/** Why there is nothing to wait for any more. */
const ended = new WeakMap<object, FleetError>();

/**
 * Asks for a database of which nothing is loaded, for frameworks that wait before they show a component. Resolves once
 * there is something to show: a record, or why there is none. One request, and one promise, for all who wait.
 *
 * It observes nothing: nobody says when a component is given up that was never shown, and a request ends by itself.
 *
 * @throws FleetError `disposed`, where the fleet is
 */
export function whenLoaded({ databases }: Fleet, id: string): Promise<void> {
  const entry = databases.entry(id);
  const why = ended.get(entry);
  if (why !== undefined) throw why;
  let loaded = awaited.get(entry);
  if (loaded === undefined) awaited.set(entry, (loaded = load()));
  return loaded;

  async function load(): Promise<void> {
    // Others may show that it is asked for, and must not be told while this one renders.
    await Promise.resolve();
    try {
      await databases.refresh(id);
    } catch (error) {
      // Of every other failure the entry tells.
      if ((error as FleetError).code === 'disposed') ended.set(entry, error as FleetError);
    }
    awaited.delete(entry);
  }
}

/** Whether there is a record, or the reason why there is none. */
export function isLoaded({ record, error }: Entry<Database>): boolean {
  return record !== undefined || error !== undefined;
}
