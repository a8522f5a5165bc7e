import { createMemo, type Accessor } from 'solid-js';
import type { Transition } from '../../index.js';
import { transitionsOf } from '../questions.js';
import { useFleet } from './fleet-provider.js';
import { access, type MaybeAccessor } from './maybe-accessor.js';
import { useView } from './use-view.js';

export interface UseTransitionsOptions {
  /** Of one database alone. @default all */
  readonly id?: MaybeAccessor<string | undefined>;
  /** How many are shown. @default 50 */
  readonly limit?: MaybeAccessor<number | undefined>;
}

/**
 * The last transitions, as an accessor, newest first, with those from before the component was there. To act on each of
 * them, subscribe to `useFleet().transitions` in `onMount`.
 *
 * @throws FleetError `invalid-request` for a limit that is no integer of 0 or more
 * @example
 * ```tsx
 * const transitions = useTransitions({ id: () => props.id, limit: 10 });
 * ```
 */
export function useTransitions(options: UseTransitionsOptions = {}): Accessor<readonly Transition[]> {
  const fleet = useFleet();
  const id = createMemo(() => access(options.id));
  const limit = createMemo(() => access(options.limit));
  return useView(() => transitionsOf(fleet, { id: id(), limit: limit() }));
}
