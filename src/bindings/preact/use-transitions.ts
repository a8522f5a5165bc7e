import { useMemo } from 'preact/hooks';
import type { RecentTransitionsOptions, Transition } from '../../index.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The last transitions, newest first, with those from before the component was there. To act on each of them,
 * subscribe to `useFleet().transitions` in an effect.
 *
 * @example
 * ```tsx
 * const transitions = useTransitions({ id, limit: 10 });
 * ```
 */
export function useTransitions({ id, limit }: RecentTransitionsOptions = {}): readonly Transition[] {
  const fleet = useFleet();
  return useView(useMemo(() => fleet.transitions.recent({ id, limit }), [fleet, id, limit]));
}
