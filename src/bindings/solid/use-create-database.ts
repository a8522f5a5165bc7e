import type { Database, FleetError } from '../../index.js';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/** The members are tracked where they are read, so do not take it apart. */
export interface DatabaseCreation extends Pick<Creation, 'create' | 'reset'> {
  readonly status: CreationState['status'];
  /** Once it is `created`. */
  readonly database: Database | undefined;
  /** Once it has `failed`. */
  readonly error: FleetError | undefined;
}

/**
 * What a form that creates databases needs: `create`, and how far that is.
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
      const now = state();
      return now.status === 'created' ? now.database : undefined;
    },
    get error() {
      const now = state();
      return now.status === 'failed' ? now.error : undefined;
    },
  };
}
