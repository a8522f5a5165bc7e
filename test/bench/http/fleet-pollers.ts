import { setTimeout as delay } from 'node:timers/promises';
import { skip } from 'rxjs';
import type { Fetch } from '../../../src/core/wire/transport.js';
import { createFleet, type Fleet } from '../../../src/core/fleet/fleet.js';
import { CONCURRENCY, pollInTurn, type Poller, type PollerOptions } from './poller.js';
import { ACCOUNT } from './servers.js';

/** A fetch other than the platform's. */
export interface OtherFetch {
  readonly name: string;
  readonly fetch: Fetch;
}

/** Refreshes each id explicitly, while the fleet's own polling is paused. */
export function pollByRefresh(options: PollerOptions, over?: OtherFetch): Poller {
  const fleet = openFleet(options, over?.fetch);
  const ask = (id: string): Promise<unknown> => fleet.databases.refresh(id);
  return {
    ...createFleetPoller(`fleetglass: databases.refresh${over ? `, ${over.name}` : ''}`, fleet, options),
    poll: (count) => pollInTurn(options.ids, count, ask),
    ...(over === undefined && options.target !== undefined && { target: options.target }),
  };
}

/**
 * The fleet polls by itself, each id at most ten times a second, until it has sent enough requests. Requests in flight
 * count too.
 */
export function pollBySchedule(options: PollerOptions, over: OtherFetch = PLATFORM): Poller {
  let left = 0;
  const fleet = openFleet(options, (url, init) => {
    left -= 1;
    if (left === 0) fleet.polling.pause();
    return over.fetch(url, init);
  });
  const name = `fleetglass: its own polling, at most 10/s an id${over === PLATFORM ? '' : `, ${over.name}`}`;
  return {
    ...createFleetPoller(name, fleet, options),
    async poll(count) {
      left = count;
      fleet.polling.resume();
      do await delay(1);
      while (left > 0 || fleet.polling.status.value.inFlight > 0);
      return count - left;
    },
  };
}

const PLATFORM: OtherFetch = { name: 'fetch', fetch: (url, init) => fetch(url, init) };

/** A fleet with paused polling and the widest possible rate limit. */
function openFleet({ baseUrl, ids }: PollerOptions, fetch: Fetch | undefined): Fleet {
  const polling = { concurrency: CONCURRENCY, perSecond: 1e6, burst: 1e6, cadence: () => 0 };
  const fleet = createFleet({ baseUrl, credentials: ACCOUNT, fetch, polling });
  fleet.polling.pause();
  fleet.databases.track(ids);
  return fleet;
}

function createFleetPoller(name: string, fleet: Fleet, { ids }: PollerOptions): Omit<Poller, 'poll'> {
  let received = 0;
  const hear = (): void => void (received += 1);
  for (const id of ids) fleet.databases.record(id).pipe(skip(1)).subscribe(hear);
  return {
    name,
    record: (id) => fleet.databases.record(id).value,
    received: () => received,
    dispose: fleet.dispose,
  };
}
