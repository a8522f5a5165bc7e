import type { RecentTransitionsOptions, Transition } from '../../index.js';
import { kept } from '../kept.js';
import { transitionsOf } from '../questions.js';
import { useFleet } from './fleet-context.js';
import { valueOf, type MaybeGetter } from './maybe-getter.js';
import { useView, type Current } from './use-view.js';

/**
 * The last transitions, newest first, with those from before the component was there. To act on each of them,
 * subscribe to `useFleet().transitions` in `onMount`.
 *
 * @throws FleetError `invalid-request` for a limit that is no integer of 0 or more
 * @example
 * ```ts
 * const transitions = useTransitions(() => ({ id, limit: 10 }));
 * ```
 */
export function useTransitions(options: MaybeGetter<RecentTransitionsOptions> = {}): Current<readonly Transition[]> {
  const fleet = useFleet();
  const recent = kept((id: RecentTransitionsOptions['id'], limit: RecentTransitionsOptions['limit']) =>
    transitionsOf(fleet, { id, limit }),
  );
  return useView(() => {
    const { id, limit } = valueOf(options);
    return recent(id, limit);
  });
}
