import { computed, toValue, type MaybeRefOrGetter } from 'vue';
import type { Transition } from '../../index.js';
import { transitionsOf } from '../questions.js';
import { useFleet } from './fleet-plugin.js';
import { useView, type Shown } from './use-view.js';

export interface UseTransitionsOptions {
  /** Of one database alone. @default all */
  readonly id?: MaybeRefOrGetter<string | undefined>;
  /** How many are shown. @default 50 */
  readonly limit?: MaybeRefOrGetter<number | undefined>;
}

/**
 * The last transitions, newest first, with those from before the component was there. To act on each of them,
 * subscribe to `useFleet().transitions`, and unsubscribe in `onScopeDispose`.
 *
 * @throws FleetError `invalid-request` for a limit that is no integer of 0 or more
 * @example
 * ```ts
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 * ```
 */
export function useTransitions({ id, limit }: UseTransitionsOptions = {}): Shown<readonly Transition[]> {
  const fleet = useFleet();
  // A getter that gives the same again must not make another view.
  const [of, most] = [computed(() => toValue(id)), computed(() => toValue(limit))];
  return useView(() => transitionsOf(fleet, { id: of.value, limit: most.value }));
}
