import { getContext, setContext } from 'svelte';
import type { Fleet } from '../../index.js';

const FLEET = Symbol('fleet');

/**
 * Gives a fleet to a component and all below it, such as the whole app. It does not dispose of it: whoever made the
 * fleet does. To be called while the component is initialised.
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
 * The fleet of the nearest component above that set one. To be called while the component is initialised.
 *
 * @throws Error where there is none
 */
export function useFleet(): Fleet {
  const fleet = getContext<Fleet | undefined>(FLEET);
  if (fleet === undefined) throw new Error('There is no fleet here: no component above called setFleet().');
  return fleet;
}
