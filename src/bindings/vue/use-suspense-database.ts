import type { Database } from '../../index.js';
import { isLoaded, whenLoaded } from '../when-loaded.js';
import { useFleet } from './fleet-plugin.js';
import { useDatabase } from './queries.js';
import type { Shown } from './use-view.js';

/**
 * Resolves with the record of a database as a ref. Await the promise in `setup`: the nearest `<Suspense>` then waits for
 * the record. On a server, the composable sends one request.
 *
 * `setup` runs once, so the id is fixed. For another id, create another component with `:key="id"`.
 *
 * @throws FleetError the reason for the missing record, such as `not-found` or `disposed`; `invalid-request` for an
 *   invalid id. The nearest `onErrorCaptured` receives the error
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
