import {
  QueryClient,
  type QueryFunctionContext,
  QueryObserver,
  environmentManager,
  notifyManager,
  timeoutManager,
} from '@tanstack/query-core';
import { deepStrictEqual } from 'node:assert/strict';
import { DueQueue } from '../../../src/core/polling/due-queue.js';
import { createFleetClock } from '../../../src/core/polling/fleet-clock.js';
import { Limiter } from '../../../src/core/polling/limiter.js';
import { Scheduler } from '../../../src/core/polling/scheduler.js';
import { atRest, isActive } from '../../../src/core/records/database-state.js';
import { Commits } from '../../../src/core/store/commits.js';
import { confirmed, unknownEntry } from '../../../src/core/store/entry.js';
import { sampleDatabase } from '../../support/sample-database.js';
import { duration, plusMinus, printTable, ratio, size } from '../harness/tables.js';
import { measure, type Candidate } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';
import { heapUsed } from '../harness/heap.js';
import { median, spread } from '../harness/statistics.js';
import { createTimerWheel, type TimerWheel, type Timer } from '../harness/timer-wheel.js';

const INTERVAL_S = 30;

/** Enough that the work of one second can be measured. */
const COUNT = 100_000;
const TARGET_MS_PER_S = 8;
const TARGET_QUEUE_BYTES = 32;

/** A sample is a whole interval, because some pollers poll all ids at the same moment. */
const MAX_SAMPLES = 7;

/** Measures the scheduling of many ids. Each is polled every 30 s, with an immediate answer. */
export async function scheduling(effort: Effort): Promise<void> {
  const busiest = new Map<Poller, number>();
  for (const poller of POLLERS) busiest.set(poller, await checkPoller(poller, INTERVAL_S * 1000));
  const ids = Array.from({ length: COUNT }, (_, at) => `93e3a3e7-5c5b-4b0e-9d1d-1f6c1b1a7a01-${at}`);
  const runs = POLLERS.map((poller) => new PollerRun(poller, ids));
  const limited = { ...effort, samples: Math.min(effort.samples, MAX_SAMPLES) };
  const candidates = runs.map(({ candidate }) => candidate);
  const measured = [...(await measure(candidates.slice(0, -1), limited))];
  // Measured alone, at the end: the collection of its large heap would slow down the other candidates.
  if (COUNT <= Math.max(...effort.sizes)) measured.push(...(await measure(candidates.slice(-1), limited)));
  const rows = measured.map(({ name, values }, at) => {
    const { poller, bytesPerId, timers } = runs[at] as PollerRun;
    const perSecondMs = median(values) / INTERVAL_S;
    const target = poller === fleetglassPoller ? TARGET_MS_PER_S : undefined;
    return [
      name,
      duration(perSecondMs),
      plusMinus(spread(values)),
      duration((perSecondMs * INTERVAL_S) / COUNT),
      bytesPerId === undefined ? '' : size(bytesPerId),
      timers === undefined ? '' : timers.toLocaleString('en'),
      ratio(busiest.get(poller) ?? NaN),
      target === undefined ? '' : bound(perSecondMs, target, duration),
    ];
  });
  const queueBytes = queueBytesPerId();
  printTable(`Polling ${COUNT.toLocaleString('en')} ids, each every ${INTERVAL_S} s`, [
    ['', 'CPU per s', 'spread', 'a poll', 'an id', 'timers', 'busiest s', 'target'],
    ...rows,
    ['fleetglass: its queue', '', '', '', size(queueBytes), '', '', bound(queueBytes, TARGET_QUEUE_BYTES, size)],
  ]);
}

function bound(value: number, target: number, format: (value: number) => string): string {
  return `≤ ${format(target)}${value > target ? ' missed' : ''}`;
}

const ANSWERED = Promise.resolve(true);

class PollerRun {
  readonly poller: Poller;
  readonly candidate: Candidate;
  bytesPerId: number | undefined;
  timers: number | undefined;
  #wheel = createTimerWheel();
  #stop = (): void => {};

  constructor(poller: Poller, ids: readonly string[]) {
    this.poller = poller;
    this.candidate = {
      name: poller.name,
      setUp: () => this.#setUp(ids),
      run: () => this.#wheel.advance(INTERVAL_S * 1000),
      tearDown: () => this.#stop(),
    };
  }

  async #setUp(ids: readonly string[]): Promise<void> {
    const before = heapBytes();
    const wheel: TimerWheel = this.#wheel;
    this.#stop = this.poller.start({ ids, intervalMs: INTERVAL_S * 1000, wheel, poll: () => ANSWERED });
    await wheel.advance(INTERVAL_S * 1000);
    this.bytesPerId = Math.max(0, heapBytes() - before) / ids.length;
    this.timers = wheel.mostArmed;
  }
}

function queueBytesPerId(): number {
  const before = heapBytes();
  const queue = new DueQueue(3);
  for (let handle = 0; handle < COUNT; handle++) queue.set(handle, handle, 2);
  const bytes = heapBytes() - before;
  // The poller must stay alive until here.
  queue.delete(0);
  return bytes / COUNT;
}

/** The used memory. Buffers of typed arrays are not part of the heap. */
function heapBytes(): number {
  return heapUsed() + process.memoryUsage().arrayBuffers;
}

interface PollerTask {
  readonly ids: readonly string[];
  readonly intervalMs: number;
  readonly wheel: TimerWheel;
  /** Requests one id, with an immediate answer. */
  readonly poll: (id: string) => Promise<unknown>;
}

/** A poller that polls every id once in each interval. */
interface Poller {
  readonly name: string;
  /** Starts polling. Returns a function that stops it. */
  readonly start: (task: PollerTask) => () => void;
}

const SECOND_MS = 1000;
const CHECKED = 300;

/**
 * Checks a poller before it is measured: it must poll each id exactly once in each interval.
 *
 * @returns the number of polls in the busiest second, as a multiple of the mean: a service answers 429 to a burst
 */
async function checkPoller({ name, start }: Poller, intervalMs: number): Promise<number> {
  const wheel = createTimerWheel();
  const ids = Array.from({ length: CHECKED }, (_, at) => `database-${at}`);
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
  return busiest / ((CHECKED * SECOND_MS) / intervalMs);
}

/**
 * The floor: one list of ids for each second of the interval, and one timer that polls one list each second. It has one
 * interval for all ids, and ignores the answers.
 */
const listPerSecond: Poller = {
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
const intervalPerId: Poller = {
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

/** One signal for all requests: in Node, creating a signal costs as much as the scheduling. */
const NO_CONTROLLER = new AbortController();

/** The scheduler and the limiter, set up as in a fleet. */
const fleetglassPoller: Poller = {
  name: 'fleetglass',
  start({ ids, intervalMs, wheel, poll }) {
    const { corrected } = createFleetClock(wheel);
    const random = (): number => 0.5;
    const before = unknownEntry<typeof sampleDatabase>('93e3a3e7');
    const { record, status, confirmedAt } = confirmed(before, sampleDatabase, 0);
    const scheduler = new Scheduler({
      clock: corrected,
      commits: new Commits(),
      limiter: new Limiter({ ...WIDE_OPEN, clock: wheel, random }),
      random,
      cadence: () => intervalMs,
      createController: () => NO_CONTROLLER,
    });
    const polls = scheduler.register({
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

const queryPoller: Poller = {
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

const POLLERS: readonly Poller[] = [listPerSecond, intervalPerId, fleetglassPoller, queryPoller];
