import { pairwise, Subscription } from 'rxjs';
import { limitsOf, transitionsOf, type Fleet } from '../../index.js';
import type { Observation } from './scenario.js';

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
    fleet.polling.status.pipe(pairwise()).subscribe(([{ state: before }, { state, reason }]) => {
      if (state !== before) onObservation({ event: 'polling', state, reason: reason?.message });
    }),
  );

  return {
    follow(id) {
      subscriptions.add(
        fleet.databases
          .entry(id)
          .pipe(pairwise())
          .subscribe(([{ status: from }, { status: to, error }]) => {
            if (from !== to) onObservation({ event: 'entry', id, name: nameOf(id), from, to, error: error?.code });
          }),
      );
      subscriptions.add(
        limitsOf(fleet, 'database', id)
          .pipe(pairwise())
          .subscribe(([before, after]) => {
            for (const { field, unit, status: to, used, limit, ratio } of after) {
              const from = before.find((usage) => usage.field === field)?.status ?? 'unknown';
              if (from === to) continue;
              onObservation({ event: 'limit', id, name: nameOf(id), field, from, to, unit, used, limit, ratio });
            }
          }),
      );
    },
    stop: () => subscriptions.unsubscribe(),
  };
}
