import { computed, type ComputedRef } from 'vue';
import type { Database, FleetError } from '../../index.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from './fleet-plugin.js';
import { useView } from './use-view.js';

/** Creates databases and has the status of the creation. */
export interface UseCreateDatabaseReturn extends Pick<Creation, 'create' | 'reset'> {
  readonly status: ComputedRef<CreationState['status']>;
  /** The created database, until the next `create` or `reset`. */
  readonly database: ComputedRef<Database | undefined>;
  /** The error of the creation, until the next `create` or `reset`. */
  readonly error: ComputedRef<FleetError | undefined>;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```vue
 * <script setup lang="ts">
 * const { create, status, error } = useCreateDatabase();
 * </script>
 *
 * <template>
 *   <button :disabled="status === 'pending'" @click="create(request)">Create</button>
 *   <p v-if="error" role="alert">{{ error.message }}</p>
 * </template>
 * ```
 */
export function useCreateDatabase(): UseCreateDatabaseReturn {
  const creation = createCreation(useFleet());
  const state = useView(creation);
  return {
    status: computed(() => state.value.status),
    database: computed(() => (state.value.status === 'created' ? state.value.database : undefined)),
    error: computed(() => (state.value.status === 'failed' ? state.value.error : undefined)),
    create: creation.create,
    reset: creation.reset,
  };
}
