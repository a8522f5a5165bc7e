import { getContext, setContext } from 'svelte';
import type { Fleet } from '../../index.js';

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
