import type { ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Transition } from '../../index.js';
import { transitionsOf } from '../questions.js';
import { useFleet } from '../preact/fleet-provider.js';
import { readSignal, type MaybeSignal } from './maybe-signal.js';
import { useView } from './use-view.js';

export interface UseTransitionsOptions {
  /** Of one database alone. @default all */
  readonly id?: MaybeSignal<string | undefined>;
  /** How many are shown. @default 50 */
  readonly limit?: MaybeSignal<number | undefined>;
}

/**
 * The last transitions, newest first, as a signal, with those from before the component was there. To act on each of them,
 * subscribe to `useFleet().transitions` in `useEffect`.
 *
 * @throws FleetError `invalid-request` for a limit that is no integer of 0 or more
 * @example
 * ```tsx
 * const transitions = useTransitions({ id, limit: 10 });
 * {transitions.value.map(({ sequence, from, to }) => <li key={sequence}>{from} → {to}</li>)}
 * ```
 */
export function useTransitions(options: UseTransitionsOptions = {}): ReadonlySignal<readonly Transition[]> {
  const fleet = useFleet();
  const id = readSignal(options.id);
  const limit = readSignal(options.limit);
  return useView(useMemo(() => transitionsOf(fleet, { id, limit }), [fleet, id, limit]));
}
