import type { Database, FleetError } from '../../index.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from './fleet-context.js';
import { useView } from './use-view.js';

/** What a form that creates databases needs. Read in an effect or a template, its members are state. */
export interface UseCreateDatabaseReturn extends Pick<Creation, 'create' | 'reset'> {
  readonly status: CreationState['status'];
  /** The one that was created, until the next `create` or `reset`. */
  readonly database: Database | undefined;
  /** Why it could not be, until the next `create` or `reset`. */
  readonly error: FleetError | undefined;
}

/**
 * What a form that creates databases needs: `create`, and how far that is. Do not destructure it: its members are getters.
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
