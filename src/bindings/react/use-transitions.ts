import { useMemo } from 'react';
import type { RecentTransitionsOptions, Transition } from '../../index.js';
import { transitionsOf } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { useView } from './use-view.js';

/**
 * The last transitions, newest first, with those from before the component was there. To act on each of them,
 * subscribe to `useFleet().transitions` in an effect.
 *
 * @throws FleetError `invalid-request` for a limit that is no integer of 0 or more
 * @example
 * ```tsx
 * const transitions = useTransitions({ id, limit: 10 });
 * ```
 */
export function useTransitions({ id, limit }: RecentTransitionsOptions = {}): readonly Transition[] {
  const fleet = useFleet();
  return useView(useMemo(() => transitionsOf(fleet, { id, limit }), [fleet, id, limit]));
}
