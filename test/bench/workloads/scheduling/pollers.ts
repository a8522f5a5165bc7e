import { Limiter } from '../../../../src/core/polling/limiter.js';
import { Scheduler } from '../../../../src/core/polling/scheduler.js';
import { FleetClock } from '../../../../src/core/polling/fleet-clock.js';
import { atRest, isActive } from '../../../../src/core/records/database-state.js';
import { Commits } from '../../../../src/core/store/commits.js';
import { confirmed, unknownEntry } from '../../../../src/core/store/entry.js';
import { sampleDatabase } from '../../../support/sample-database.js';
import { type Timer, type TimerWheel, createTimerWheel } from './timer-wheel.js';
import {
  QueryClient,
  type QueryFunctionContext,
  QueryObserver,
  environmentManager,
  notifyManager,
  timeoutManager,
} from '@tanstack/query-core';
import { deepStrictEqual } from 'node:assert/strict';

/** The arguments of a poller. */
export interface PollerTask {
  readonly ids: readonly string[];
  readonly intervalMs: number;
  readonly wheel: TimerWheel;
  /** Requests one id, with an immediate answer. */
  readonly poll: (id: string) => Promise<unknown>;
}

/** A poller that polls every id once in each interval. */
export interface Poller {
  readonly name: string;
  /** Starts polling. Returns a function that stops it. */
  readonly start: (task: PollerTask) => () => void;
}

const SECOND_MS = 1000;
const COUNT = 300;

/**
 * Checks a poller before it is measured: it must poll each id exactly once in each interval.
 *
 * @returns the number of polls in the busiest second, as a multiple of the mean: a service answers 429 to a burst
 */
export async function checkPoller({ name, start }: Poller, intervalMs: number): Promise<number> {
  const wheel = createTimerWheel();
  const ids = Array.from({ length: COUNT }, (_, at) => `database-${at}`);
  let polls: string[] = [];
  const stop = start({ ids, intervalMs, wheel, poll: (id) => Promise.resolve(polls.push(id)) });
  let busiest = 0;
  // After the second interval all ids are known and evenly spread.
  for (let atMs = 0; atMs < 4 * intervalMs; atMs += SECOND_MS) {
    if (atMs % intervalMs === 0) polls = [];
    const before = polls.length;
    await wheel.advance(SECOND_MS);
    if (atMs < 2 * intervalMs) continue;
    busiest = Math.max(busiest, polls.length - before);
    if ((atMs + SECOND_MS) % intervalMs === 0)
      deepStrictEqual({ name, polls: polls.toSorted() }, { name, polls: ids.toSorted() });
  }
  stop();
  await wheel.advance(intervalMs);
  return busiest / ((COUNT * SECOND_MS) / intervalMs);
}

/**
 * The floor: one list of ids for each second of the interval, and one timer that polls one list each second. It has one
 * interval for all ids, and ignores the answers.
 */
export const listPerSecond: Poller = {
  name: 'a list of ids for each second',
  start({ ids, intervalMs, wheel, poll }) {
    const lists = Array.from({ length: intervalMs / 1000 }, (_, second) =>
      ids.filter((_, at) => at % (intervalMs / 1000) === second),
    );
    let second = 0;
    const timer = wheel.setInterval(() => {
      for (const id of lists[second++ % lists.length] ?? []) void poll(id);
    }, 1000);
    return () => wheel.clear(timer);
  },
};

/** The naive solution: one timer for each id, started one after the other. */
export const intervalPerId: Poller = {
  name: 'setInterval for each id',
  start({ ids, intervalMs, wheel, poll }) {
    const timers = ids.map((id, at) =>
      wheel.setTimeout(
        () => {
          void poll(id);
          timers[at] = wheel.setInterval(() => void poll(id), intervalMs);
        },
        (at / ids.length) * intervalMs,
      ),
    );
    return () => timers.forEach(wheel.clear);
  },
};

const WIDE_OPEN = { concurrency: 1e6, perSecond: 1e6, burst: 1e6 };

/** The signal of a request belongs to the request: in Node, to make one costs as much as the scheduling. */
const NO_CONTROLLER = new AbortController();

/** The scheduler and the limiter as a fleet has them. */
export const fleetglassPoller: Poller = {
  name: 'fleetglass',
  start({ ids, intervalMs, wheel, poll }) {
    const { corrected } = new FleetClock(wheel);
    const random = (): number => 0.5;
    const { record, status, confirmedAt } = confirmed(
      unknownEntry<typeof sampleDatabase>('93e3a3e7'),
      sampleDatabase,
      0,
    );
    const scheduler = new Scheduler({
      clock: corrected,
      commits: new Commits(),
      limiter: new Limiter({ ...WIDE_OPEN, clock: wheel, random }),
      random,
      cadence: () => intervalMs,
      createController: () => NO_CONTROLLER,
    });
    const polls = scheduler.register({
      resource: 'database',
      isCounted: true,
      has: () => true,
      operation: 'get-database',
      facts: (_, { waiting, observed, tracked }) => ({
        resource: 'database',
        hasRecord: record !== undefined,
        modifying: record !== undefined && !atRest(record),
        active: record !== undefined && isActive(record),
        missing: status === 'missing',
        waiting: waiting > 0,
        observed: observed > 0,
        tracked: tracked > 0,
      }),
      confirmedAt: () => confirmedAt,
      poll,
    });
    polls.change(ids, 'tracked', 1);
    return () => scheduler.dispose();
  },
};

/** An observer for each id, with `refetchInterval`. */
export const queryPoller: Poller = {
  name: 'query-core, refetchInterval',
  start({ ids, intervalMs, wheel, poll }) {
    // Without a window, query-core takes the process for a server and does not poll.
    environmentManager.setIsServer(() => false);
    timeoutManager.setTimeoutProvider({
      setTimeout: (task: () => void, delayMs: number) => wheel.setTimeout(task, delayMs) as never,
      setInterval: (task: () => void, delayMs: number) => wheel.setInterval(task, delayMs) as never,
      clearTimeout: (timer: unknown) => wheel.clear(timer as Timer | undefined),
      clearInterval: (timer: unknown) => wheel.clear(timer as Timer | undefined),
    });
    notifyManager.setScheduler(queueMicrotask);
    const client = new QueryClient();
    client.mount();
    const queryFn = ({ queryKey: [, id] }: QueryFunctionContext<readonly ['database', string]>) => poll(id);
    const ends = ids.map((id) =>
      new QueryObserver(client, {
        queryKey: ['database', id] as const,
        queryFn,
        refetchInterval: intervalMs,
        refetchIntervalInBackground: true,
        retry: false,
        gcTime: Infinity,
      }).subscribe(() => {}),
    );
    return () => {
      for (const end of ends) end();
      client.clear();
      client.unmount();
    };
  },
};
