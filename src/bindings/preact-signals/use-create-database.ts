import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from '../preact/fleet-provider.js';
import { useView } from './use-view.js';

/** What a form that creates databases needs. */
export interface DatabaseCreation extends Pick<Creation, 'create' | 'reset'> {
  /** How far it is. */
  readonly state: ReadonlySignal<CreationState>;
}

/**
 * What a form that creates databases needs: `create`, and how far that is.
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
