import type { Database, FleetError } from '../../index.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/** Creates databases and has the status of the creation. Do not destructure it: Solid tracks each read of a member. */
export interface DatabaseCreation extends Pick<Creation, 'create' | 'reset'> {
  readonly status: CreationState['status'];
  /** The created database, while the status is `created`. */
  readonly database: Database | undefined;
  /** The error of the creation, while the status is `failed`. */
  readonly error: FleetError | undefined;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```tsx
 * const creation = useCreateDatabase();
 * <button disabled={creation.status === 'pending'} onClick={() => void creation.create(request)} />
 * <Show when={creation.error}>{(error) => <p role="alert">{error().message}</p>}</Show>
 * ```
 */
export function useCreateDatabase(): DatabaseCreation {
  const creation = createCreation(useFleet());
  const state = useView(creation);
  return {
    create: creation.create,
    reset: creation.reset,
    get status() {
      return state().status;
    },
    get database() {
      const current = state();
      return current.status === 'created' ? current.database : undefined;
    },
    get error() {
      const current = state();
      return current.status === 'failed' ? current.error : undefined;
    },
  };
}
