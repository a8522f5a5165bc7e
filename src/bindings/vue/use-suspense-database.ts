import type { Database } from '../../index.js';
import { isLoaded, whenLoaded } from '../when-loaded.js';
import { useFleet } from './fleet-plugin.js';
import { useDatabase } from './use-database.js';
import type { Shown } from './use-view.js';

/**
 * The record of a database, once there is one. Awaited in `setup`, it makes the nearest `<Suspense>` wait; on a server
 * that is one request. For another id make another component, by `:key="id"`: `setup` runs once.
 *
 * @throws FleetError why there is no record, such as `not-found` or `disposed`, to the nearest `onErrorCaptured`; `invalid-request`
 *   for an id that cannot be one
 * @example
 * ```vue
 * <script setup lang="ts">
 * const props = defineProps<{ id: string }>();
 * const database = await useSuspenseDatabase(props.id);
 * </script>
 *
 * <template>
 *   <h1>{{ database.database_name }}</h1>
 * </template>
 * ```
 */
export async function useSuspenseDatabase(id: string): Promise<Shown<Database>> {
  const fleet = useFleet();
  const entry = fleet.databases.entry(id);
  const database = useDatabase(id);
  while (!isLoaded(entry.value)) await whenLoaded(fleet, id);
  const { record, error } = entry.value;
  if (record === undefined && error !== undefined) throw error;
  return database as Shown<Database>;
}
