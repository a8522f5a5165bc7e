import { Subscription } from 'rxjs';
import type { Fleet } from '../../core/fleet/fleet.js';
import type { LimitUsage } from '../../core/limits/limit-usage.js';
import type { Sighting } from './story-event.js';

/** Somebody who subscribes to a fleet and says what it is told. */
export interface FleetWatch {
  /** Subscribes to all that is known of one database, too. */
  follow(id: string): void;
  stop(): void;
}

/** Subscribes to the transitions and to the polling of a fleet. @param onSighting called for each change, at once */
export function watchFleet(fleet: Fleet, onSighting: (sighting: Sighting) => void): FleetWatch {
  const subscriptions = new Subscription();
  const nameOf = (id: string): string => fleet.databases.record(id).value?.database_name ?? id;

  subscriptions.add(
    fleet.transitions.subscribe(({ id, field, from = null, to = null }) =>
      onSighting({ event: 'transition', id, name: nameOf(id), field, from, to }),
    ),
  );
  subscriptions.add(
    eachChange(fleet.polling.status, ({ state: before }, { state, reason }) => {
      if (state !== before) onSighting({ event: 'polling', state, ...(reason && { reason: reason.message }) });
    }),
  );

  return {
    follow(id) {
      subscriptions.add(
        eachChange(fleet.databases.entry(id), ({ status: from }, { status: to, error }) => {
          const code = error && { error: error.code };
          if (from !== to) onSighting({ event: 'entry', id, name: nameOf(id), from, to, ...code });
        }),
      );
      subscriptions.add(
        eachChange(fleet.limits.database(id), (before, after) => {
          for (const usage of after) {
            const from = before.find(({ field }) => field === usage.field)?.status ?? 'unknown';
            if (from !== usage.status) onSighting(limitSighting(usage, from, nameOf(id)));
          }
        }),
      );
    },
    stop: () => subscriptions.unsubscribe(),
  };
}

function limitSighting(usage: LimitUsage, from: LimitUsage['status'], name: string): Sighting {
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

/** A view gives its value at once; what comes after that is a change. */
function eachChange<T>(
  view: { subscribe(next: (value: T) => void): { unsubscribe(): void } },
  onChange: (before: T, after: T) => void,
): { unsubscribe(): void } {
  let known: { readonly value: T } | undefined;
  return view.subscribe((value) => {
    const before = known;
    known = { value };
    if (before !== undefined) onChange(before.value, value);
  });
}
