import { useMemo } from 'preact/hooks';
import { createCreation, type Creation, type CreationState } from '../creation.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * What a form that creates databases needs: `create`, and how far that is.
 *
 * @example
 * ```tsx
 * const creation = useCreateDatabase();
 * <button disabled={creation.status === 'pending'} onClick={() => creation.create(request)} />
 * {creation.status === 'failed' && <p role="alert">{creation.error.message}</p>}
 * ```
 */
export function useCreateDatabase(): CreationState & Pick<Creation, 'create' | 'reset'> {
  const fleet = useFleet();
  const creation = useMemo(() => createCreation(fleet), [fleet]);
  const state = useView(creation);
  return { ...state, create: creation.create, reset: creation.reset };
}
