import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from '../preact/fleet-provider.js';
import { useView } from './use-view.js';

/** Creates databases and has the status of the creation. */
export interface DatabaseCreation extends Pick<Creation, 'create' | 'reset'> {
  /** The status of the creation, with the database or the error. */
  readonly state: ReadonlySignal<CreationState>;
}

/**
 * Returns a function that creates a database, and the status of the creation.
 *
 * @example
 * ```tsx
 * const { state, create } = useCreateDatabase();
 * <button disabled={state.value.status === 'pending'} onClick={() => void create(request)} />
 * {state.value.status === 'failed' && <p role="alert">{state.value.error.message}</p>}
 * ```
 */
export function useCreateDatabase(): DatabaseCreation {
  const fleet = useFleet();
  const creation = useMemo(() => createCreation(fleet), [fleet]);
  return { state: useView(creation), create: creation.create, reset: creation.reset };
}
