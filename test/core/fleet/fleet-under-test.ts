import { onTestFinished } from 'vitest';
import type { Database } from '../../../src/core/records/database.js';
import type { FleetOptions } from '../../../src/core/fleet/fleet-options.js';
import type { FleetSnapshot } from '../../../src/core/fleet/fleet-snapshot.js';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import { hydrate } from '../../../src/core/fleet/snapshot.js';
import type { FleetError } from '../../../src/core/shared/fleet-error.js';
import { createCountingClock, type CountingClock } from '../../support/counting-clock.js';
import { failureOf } from '../../support/failure-of.js';
import { createManualClock } from '../../support/manual-clock.js';
import { createScriptedService, databaseOf, type ScriptedService } from './scripted-service.js';

/** The options of a fleet, and a snapshot that is restored at once. */
export interface FleetUnderTestOptions extends Partial<FleetOptions> {
  readonly snapshot?: FleetSnapshot;
}

/** A fleet, its service and its clock. */
export interface FleetUnderTest {
  readonly fleet: Fleet;
  readonly service: ScriptedService;
  readonly clock: CountingClock;
  /** Sets the wall clock forward or back. */
  readonly wall: { offsetMs: number };
  /** The errors that went to `onError`. */
  readonly errors: unknown[];
  advance(ms: number): Promise<void>;
  /** The number of requests in a period: of all, or for a database. */
  requestsIn(ms: number, id?: string): Promise<number>;
  /** Refreshes a database, for which the service has these fields from now on. */
  answerWith(id: string, fields?: object): Promise<Database>;
  /** Refreshes the database `a`, or another one, which the service refuses with this status from now on. */
  refuseWith(status: number, id?: string): Promise<FleetError>;
}

export const account = { username: 'somebody@example.com', password: 'CANARY-of-the-account' };

/** Fast enough that no request waits in the queue. */
export const quick = { perSecond: 1e6, burst: 1e6, concurrency: 1000 };

export const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `id-${at}`);

/** Makes a fleet with a manual clock, and disposes of it after the test. */
export function createFleetUnderTest({ snapshot, ...options }: FleetUnderTestOptions = {}): FleetUnderTest {
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
  const answerWith = (id: string, fields?: object): Promise<Database> => {
    service.respond((request) => ({ json: databaseOf(request.id, fields) }));
    return fleet.databases.refresh(id);
  };
  const refuseWith = (status: number, id = 'a'): Promise<FleetError> => {
    service.respond(() => ({ status }));
    return failureOf(fleet.databases.refresh(id));
  };
  const sent = (id?: string): number => (id === undefined ? service.requests : service.timesOf(id)).length;
  const requestsIn = async (ms: number, id?: string): Promise<number> => {
    const before = sent(id);
    await manual.advance(ms);
    return sent(id) - before;
  };
  const advance = (ms: number): Promise<void> => manual.advance(ms);
  return { fleet, service, clock, wall, errors, answerWith, refuseWith, requestsIn, advance };
}

/** Has the service refuse a request, so that the fleet sends none for an hour. */
export async function holdRequests({ fleet, service }: FleetUnderTest): Promise<void> {
  service.respond(() => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } }));
  await fleet.databases.refresh('refused').catch(() => {});
}
