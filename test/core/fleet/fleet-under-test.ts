import { onTestFinished } from 'vitest';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import { createFleet } from '../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../src/core/fleet/snapshot.js';
import type { PresenceSource } from '../../../src/core/polling/presence.js';
import { createCountingClock } from '../../support/counting-clock.js';
import { failureOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createScriptedService, databaseOf } from './scripted-service.js';

/** The options of a fleet, and a snapshot that is restored at once. */
export interface FleetUnderTestOptions extends Partial<FleetOptions> {
  readonly snapshot?: FleetSnapshot;
}

/** A fleet, its service and its clock. */
export type FleetUnderTest = ReturnType<typeof createFleetUnderTest>;

export const account = { username: 'somebody@example.com', password: 'CANARY-of-the-account' };

/** Fast enough that no request waits in the queue. */
export const quick = { perSecond: 1e6, burst: 1e6, concurrency: 1000 };

export const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `id-${at}`);

/** Makes a fleet with a manual clock, and disposes of it after the test. */
export function createFleetUnderTest({ snapshot, ...options }: FleetUnderTestOptions = {}) {
  const manual = createManualClock();
  const wall = { offsetMs: 0 };
  const clock = createCountingClock({ ...manual, now: () => manual.now() + wall.offsetMs });
  const service = createScriptedService(manual);
  const errors: unknown[] = [];
  const fleet = createFleet({
    baseUrl: 'https://api.example.com',
    credentials: account,
    random: () => 0.5,
    onError: (error) => void errors.push(error),
    clock,
    fetch: service.fetch,
    ...options,
  });
  onTestFinished(() => fleet.dispose());
  if (snapshot !== undefined) hydrate(fleet, snapshot);
  const sent = (id?: string): number => (id === undefined ? service.requests : service.timesOf(id)).length;
  return {
    fleet,
    service,
    clock,
    /** Sets the wall clock forward or back. */
    wall,
    /** The errors that went to `onError`. */
    errors,
    advance: (ms: number) => manual.advance(ms),
    /** The number of requests in a period: of all, or for a database. */
    async requestsIn(ms: number, id?: string) {
      const before = sent(id);
      await manual.advance(ms);
      return sent(id) - before;
    },
    /** Refreshes a database, for which the service has these fields from now on. */
    answerWith(id: string, fields?: object) {
      service.respond((request) => ({ json: databaseOf(request.id, fields) }));
      return fleet.databases.refresh(id);
    },
    /** Refreshes the database `a`, or another one, which the service refuses with this status from now on. */
    refuseWith(status: number, id = 'a') {
      service.respond(() => ({ status }));
      return failureOf(fleet.databases.refresh(id));
    },
  };
}

/** An application that reports whether it is in the foreground. */
export function createApp() {
  const listeners = new Set<() => void>();
  let isPresent = true;
  const presence: PresenceSource = {
    isPresent: () => isPresent,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  function show(next: boolean): void {
    isPresent = next;
    for (const listener of listeners) listener();
  }
  return { listeners, presence, show };
}

/** Has the service refuse a request, so that the fleet sends none for an hour. */
export async function holdRequests({ fleet, service }: FleetUnderTest): Promise<void> {
  service.respond(() => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }));
  await fleet.databases.refresh('refused').catch(() => {});
}
