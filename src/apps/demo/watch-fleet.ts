import { transitionsOf, limitsOf, type Fleet, type LimitUsage } from '../../index.js';
import { Subscription } from 'rxjs';
import type { Observation } from './scenario-event.js';

export interface FleetWatch {
  follow(id: string): void;
  stop(): void;
}

/** Subscribes to the transitions and the polling of a fleet. @param onObservation called for each change */
export function watchFleet(fleet: Fleet, onObservation: (observation: Observation) => void): FleetWatch {
  const subscriptions = new Subscription();
  const nameOf = (id: string): string => fleet.databases.record(id).value?.database_name ?? id;

  subscriptions.add(
    transitionsOf(fleet).subscribe(({ id, field, from = null, to = null }) =>
      onObservation({ event: 'transition', id, name: nameOf(id), field, from, to }),
    ),
  );
  subscriptions.add(
    eachChange(fleet.polling.status, ({ state: before }, { state, reason }) => {
      if (state !== before) onObservation({ event: 'polling', state, ...(reason && { reason: reason.message }) });
    }),
  );

  return {
    follow(id) {
      subscriptions.add(
        eachChange(fleet.databases.entry(id), ({ status: from }, { status: to, error }) => {
          const code = error && { error: error.code };
          if (from !== to) onObservation({ event: 'entry', id, name: nameOf(id), from, to, ...code });
        }),
      );
      subscriptions.add(
        eachChange(limitsOf(fleet, 'database', id), (before, after) => {
          for (const usage of after) {
            const from = before.find(({ field }) => field === usage.field)?.status ?? 'unknown';
            if (from !== usage.status) onObservation(limitObservation(usage, from, nameOf(id)));
          }
        }),
      );
    },
    stop: () => subscriptions.unsubscribe(),
  };
}

function limitObservation(usage: LimitUsage, from: LimitUsage['status'], name: string): Observation {
  const { id, field, unit, status: to, limit, used, ratio } = usage;
  return {
    event: 'limit',
    id,
    name,
    field,
    from,
    to,
    unit,
    ...(used !== undefined && { used }),
    ...(limit !== undefined && { limit }),
    ...(ratio !== undefined && { ratio }),
  };
}

/** Reports changes of a view. The first value that a view emits is not a change. */
function eachChange<T>(
  view: { subscribe(next: (value: T) => void): { unsubscribe(): void } },
  onChange: (before: T, after: T) => void,
): { unsubscribe(): void } {
  let last: { readonly value: T } | undefined;
  return view.subscribe((value) => {
    const before = last;
    last = { value };
    if (before !== undefined) onChange(before.value, value);
  });
}
