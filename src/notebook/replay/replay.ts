import { systemClock } from '../../core/shared/clock.js';
import { endedError } from '../../core/shared/fleet-error.js';
import type { History } from '../history/history.js';
import { showReplay } from './policy-displays.js';
import { readReplayOptions, type ReplayOptions, type ReplaySettings } from './replay-options.js';
import type { ReplayResult } from './replay-result.js';
import { createReplayedFleet, allowedPerSecond } from './replayed-fleet.js';
import { createVirtualClock, type VirtualClock } from './virtual-clock.js';

/**
 * Runs a history through a fleet with a polling policy, on a virtual clock. The fleet is a real one: its scheduler, gate,
 * backoff, circuit breaker, store and transitions. Only the service is simulated. It answers each request with the state
 * that the history has at this time.
 *
 * The fleet starts without records. It adds each database when it appears in the history, and polls the list of vector
 * indices if the history has some. The same history, options and seed give the same result. A day of 1,000 databases
 * takes a few seconds, and the page or kernel stays responsive.
 *
 * @throws FleetError `invalid-request`, whose `issues` name each problem; `aborted`
 * @throws Error for an error of `cadence`, which is its `cause`; the message names the id and the simulated time
 * @throws any error that `onRequest` or `onProgress` throws
 * @example
 * ```ts
 * const { beginnings, requests } = await replay(history, { cadence: () => 30_000, within: 20_000 });
 * console.log(beginnings.share, beginnings.interval, requests.total);
 * ```
 */
export async function replay(history: History, options: ReplayOptions = {}): Promise<ReplayResult> {
  const settings = readReplayOptions(history, options);
  refuseAborted(settings);
  const clock = createVirtualClock({ startMs: settings.from, turns: TURNS });
  const fleet = createReplayedFleet(settings, clock);
  try {
    await advance(clock, fleet.errors, settings);
    const result = fleet.result();
    return { ...showReplay(result), ...result };
  } finally {
    fleet.dispose();
  }
}

/** The chain from an answer of the simulated service to the next poll has three promises. */
const TURNS = 5;

/** A page or kernel that does not respond for longer seems slow. */
const MAX_BUSY_MS = 25;

/** The most polls between two reads of the time. They take a few milliseconds. */
const SLICE_POLLS = 1000;

/** Advances the clock to the end of the history, and lets the page or kernel do other work in between. */
async function advance(clock: VirtualClock, errors: readonly unknown[], settings: ReplaySettings): Promise<void> {
  const { from, to, gate, onProgress } = settings;
  const sliceMs = Math.min(60_000, Math.max(1, (SLICE_POLLS / allowedPerSecond(gate)) * 1000));
  let pausedMs = systemClock.monotonic();
  for (let nowMs = from; nowMs < to; nowMs = clock.now()) {
    await clock.advance(Math.min(sliceMs, to - nowMs));
    if (errors.length > 0) throw errors[0];
    if (systemClock.monotonic() - pausedMs < MAX_BUSY_MS) continue;
    onProgress?.((clock.now() - from) / (to - from));
    await new Promise<void>((resolve) => systemClock.schedule(resolve, 0));
    refuseAborted(settings);
    pausedMs = systemClock.monotonic();
  }
  onProgress?.(1);
}

function refuseAborted({ signal }: ReplaySettings): void {
  if (signal?.aborted) throw endedError('aborted', 'configure');
}
