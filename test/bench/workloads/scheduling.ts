import { DueQueue } from '../../../src/core/polling/due-queue.js';
import { duration, plusMinus, ratio, size } from '../harness/amounts.js';
import { measure, type Candidate } from '../harness/compare.js';
import type { Effort } from '../harness/effort.js';
import { heapUsed } from '../harness/heap.js';
import { printTable } from '../harness/print-table.js';
import { median, spread } from '../harness/statistics.js';
import {
  checkPoller,
  fleetglassPoller,
  intervalPerId,
  listPerSecond,
  type Poller,
  queryPoller,
} from './scheduling/pollers.js';
import { createTimerWheel, type TimerWheel } from './scheduling/timer-wheel.js';

const INTERVAL_S = 30;
const POLLERS: readonly Poller[] = [listPerSecond, intervalPerId, fleetglassPoller, queryPoller];

const TARGET_COUNT = 100_000;
const TARGET_MS_PER_S = 8;
const TARGET_QUEUE_BYTES = 32;

/** A sample is a whole interval, because some pollers poll all ids at the same moment. */
const MOST_SAMPLES = 7;

/** Measures the scheduling of many ids. Each is polled every 30 s, with an immediate answer. */
export async function scheduling(effort: Effort): Promise<void> {
  const busiest = new Map<Poller, number>();
  for (const poller of POLLERS) busiest.set(poller, await checkPoller(poller, INTERVAL_S * 1000));
  for (const count of new Set([...effort.sizes, TARGET_COUNT])) await compareAt(count, busiest, effort);
  console.log(NOTES);
}

const NOTES = `
  CPU of a second of the schedule, by a virtual clock for everyone: its timers cost less than those of Node, and
  no process wakes up. For each poll, every candidate calls the same function. fleetglass: the scheduler and the limiter, with
  cadence, priorities, backoff, but without the AbortController of each request. query-core keeps the answers too: its
  schedule is not to be had alone.`;

async function compareAt(count: number, busiest: ReadonlyMap<Poller, number>, effort: Effort): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => `93e3a3e7-5c5b-4b0e-9d1d-1f6c1b1a7a01-${at}`);
  const runs = POLLERS.map((poller) => new PollerRun(poller, ids));
  const limited = { ...effort, samples: Math.min(effort.samples, MOST_SAMPLES) };
  const candidates = runs.map(({ candidate }) => candidate);
  const measured = [...(await measure(candidates.slice(0, -1), limited))];
  // Measured alone, at the end: the collection of its large heap would slow down the other candidates.
  if (count <= Math.max(...effort.sizes)) measured.push(...(await measure(candidates.slice(-1), limited)));
  const rows = measured.map(({ name, values }, at) => {
    const { poller, bytesPerId, timers } = runs[at] as PollerRun;
    const perSecondMs = median(values) / INTERVAL_S;
    const target = poller === fleetglassPoller && count === TARGET_COUNT ? TARGET_MS_PER_S : undefined;
    return [
      name,
      duration(perSecondMs),
      plusMinus(spread(values)),
      duration((perSecondMs * INTERVAL_S) / count),
      bytesPerId === undefined ? '' : size(bytesPerId),
      timers === undefined ? '' : timers.toLocaleString('en'),
      ratio(busiest.get(poller) ?? NaN),
      target === undefined ? '' : bound(perSecondMs, target, duration),
    ];
  });
  printTable(`Polling ${count.toLocaleString('en')} ids, each every ${INTERVAL_S} s`, [
    ['', 'CPU per s', 'spread', 'a poll', 'an id', 'timers', 'busiest s', 'target'],
    ...rows,
    ...(count === TARGET_COUNT ? [queueRow(queueBytesPerId(count))] : []),
  ]);
}

function queueRow(bytes: number): string[] {
  return ['fleetglass: its queue', '', '', '', size(bytes), '', '', bound(bytes, TARGET_QUEUE_BYTES, size)];
}

function bound(value: number, target: number, format: (value: number) => string): string {
  return `≤ ${format(target)}${value > target ? ' missed' : ''}`;
}

const ANSWERED = Promise.resolve(true);

/** A running poller as a candidate of a comparison. */
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

function queueBytesPerId(count: number): number {
  const before = heapBytes();
  const queue = new DueQueue(3);
  for (let handle = 0; handle < count; handle++) queue.set(handle, handle, 2);
  const bytes = heapBytes() - before;
  // The poller must stay alive until here.
  queue.delete(0);
  return bytes / count;
}

/** The used memory. Buffers of typed arrays are not part of the heap. */
function heapBytes(): number {
  return heapUsed() + process.memoryUsage().arrayBuffers;
}
