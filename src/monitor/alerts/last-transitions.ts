import { transitionsOf } from '../../core/fleet/transitions.js';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { Transition, TransitionField } from '../../core/fleet/transition.js';

/** The last transition of each field of each database, as far as the fleet keeps or has seen them. */
export type LastTransitions = ReturnType<typeof followLastTransitions>;

type ByField = { [Field in TransitionField]?: Pick<Transition, 'to' | 'at'> };

/**
 * Follows the transitions of a fleet, beginning with those that it keeps from before a restart.
 *
 * @param onFleetDisposed called when the fleet was disposed
 */
export function followLastTransitions(fleet: Fleet, onFleetDisposed: () => void) {
  const last = new Map<string, ByField>();
  const subscription = transitionsOf(fleet)
    .since(0)
    .subscribe({
      next({ id, field, to, at }) {
        const known = last.get(id);
        if (known === undefined) last.set(id, { [field]: { to, at } });
        else known[field] = { to, at };
      },
      complete: onFleetDisposed,
    });
  return {
    of: (id: string, field: TransitionField) => last.get(id)?.[field],
    forget: (id: string) => void last.delete(id),
    dispose: () => subscription.unsubscribe(),
  };
}
