import { getContext, onDestroy, setContext } from 'svelte';
import { toStore } from 'svelte/store';
import type { Fleet } from '../../index.js';
import { readSource } from '../answer.js';
import { hydrateOnce, type SnapshotOfServer } from '../hydrate-fleet.js';
import type { MaybeGetter } from './use-view.js';

const FLEET = Symbol('fleet');

/**
 * Provides a fleet to a component and to all components below it. Call it while the component initialises. The context
 * does not dispose of the fleet: the code that created the fleet does.
 *
 * @returns the fleet
 * @example
 * ```svelte
 * <script lang="ts">
 *   const { children } = $props();
 *   const fleet = setFleet(createFleet({ baseUrl: '/fleet' }));
 *   onDestroy(() => fleet.dispose());
 * </script>
 *
 * {@render children()}
 * ```
 */
export function setFleet(fleet: Fleet): Fleet {
  return setContext(FLEET, fleet);
}

/**
 * Returns the fleet of the nearest component above that called `setFleet`. Call it while the component initialises.
 *
 * @throws Error if no component above called `setFleet`
 */
export function useFleet(): Fleet {
  const fleet = getContext<Fleet | undefined>(FLEET);
  if (fleet === undefined) throw new Error('There is no fleet here: no component above called setFleet().');
  return fleet;
}

/**
 * Restores the snapshot of a server, from `dehydrate`, at once and when the function returns another snapshot. Call it while a
 * component initialises: the first render then shows its records. Newer records stay. An invalid snapshot, for example of
 * another version, goes to the fleet's `onError`, and the fleet requests what the components show.
 *
 * @example
 * useHydrateFleet(() => data.snapshot);
 */
export function useHydrateFleet(snapshot: MaybeGetter<SnapshotOfServer>): void {
  const fleet = useFleet();
  onDestroy(toStore(() => readSource(snapshot)).subscribe((now) => hydrateOnce(fleet, now)));
}
