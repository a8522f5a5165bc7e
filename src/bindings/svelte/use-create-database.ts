import type { Database, FleetError } from '../../index.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from './fleet-context.js';
import { useView } from './use-view.js';

/** Creates databases and has the status of the creation. Its members are state for effects and templates. */
export interface UseCreateDatabaseReturn extends Pick<Creation, 'create' | 'reset'> {
  readonly status: CreationState['status'];
  /** The created database, until the next `create` or `reset`. */
  readonly database: Database | undefined;
  /** The error of the creation, until the next `create` or `reset`. */
  readonly error: FleetError | undefined;
}

/**
 * Returns a function that creates a database, and the status of the creation. Do not destructure the result: its members
 * are getters.
 *
 * @example
 * ```svelte
 * <script lang="ts">
 *   const creation = useCreateDatabase();
 * </script>
 *
 * <button disabled={creation.status === 'pending'} onclick={() => creation.create(request)}>Create</button>
 * {#if creation.error}<p role="alert">{creation.error.message}</p>{/if}
 * ```
 */
export function useCreateDatabase(): UseCreateDatabaseReturn {
  const creation = createCreation(useFleet());
  const state = useView(creation);
  return {
    get status() {
      return state.current.status;
    },
    get database() {
      return state.current.status === 'created' ? state.current.database : undefined;
    },
    get error() {
      return state.current.status === 'failed' ? state.current.error : undefined;
    },
    create: creation.create,
    reset: creation.reset,
  };
}
