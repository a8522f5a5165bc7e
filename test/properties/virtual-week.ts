import { Limiter } from '../../src/core/polling/limiter.js';
import { Scheduler } from '../../src/core/polling/scheduler.js';
import { createFleetClock } from '../../src/core/polling/fleet-clock.js';
import { FleetError, type FleetErrorCode } from '../../src/core/shared/fleet-error.js';
import { Commits } from '../../src/core/store/commits.js';
import { createCountingClock } from '../support/counting-clock.js';
import { scaled } from '../support/scale.js';
import { createSeededRandom } from '../support/seeded-random.js';
import { createVirtualClock } from '../../src/notebook/replay/virtual-clock.js';
import { pollFacts } from '../core/polling/poll-facts.js';

export const IDS = scaled({ short: 25_000, long: 100_000 });
export const HOUR_MS = 3_600_000;
export const HOURS = scaled({ short: 22, long: 168 });
export const SLEEP_HOURS = 8;
/** The time after a number of hours. */
export const SLEEP_AT_HOUR = scaled({ short: 11, long: 100 });
export const PER_SECOND = scaled({ short: 50, long: 100 });

/** The hours with the three outages: 10 minutes, an hour and 3 minutes. The service answers 503 to everything. */
export const OUTAGE_HOURS = scaled({ short: [3, 5, 8] as const, long: [20, 45, 70] as const });
const OUTAGE_MINUTES: Readonly<Record<number, number>> = {
  [OUTAGE_HOURS[0]]: 10,
  [OUTAGE_HOURS[1]]: 60,
  [OUTAGE_HOURS[2]]: 3,
};

/** The hours that begin with a second in which the service answers 429 to everything. */
const BUSY_HOURS: readonly number[] = scaled({ short: [4, 6], long: [30, 31, 60] });

/** The requests per thousand that end in a timeout, and that get a 503, at any time. */
const TIMEOUTS = 2;
const FAILURES = 3;

/** The timer resolution of throttled pages. A week with finer timers takes twice as long. */
const RESOLUTION_MS = 250;

export type VirtualWeek = Awaited<ReturnType<typeof simulateVirtualWeek>>;

/** Simulates a week of 100,000 ids that are polled once an hour; in the short form, 22 hours of 25,000 ids. */
export async function simulateVirtualWeek() {
  const virtual = createVirtualClock({ resolutionMs: RESOLUTION_MS });
  const timers = createCountingClock(virtual);
  const { corrected } = createFleetClock(timers);
  const random = createSeededRandom(1);
  const limiter = new Limiter({ clock: timers, random, concurrency: 32, perSecond: PER_SECOND });
  const bornMs = virtual.now();
  /** The number of polls in each second of the wall clock, and of retries among them. */
  const perSecond = new Uint16Array(HOURS * 3600 + 1);
  const retriesPerSecond = new Uint16Array(perSecond.length);
  /** The number of polls of each id, and of those that followed a failure of the same id. */
  const polls = new Uint16Array(IDS);
  const retries = new Uint16Array(IDS);
  /** The number of polls of each id that tested whether an outage is over, except for its retries. */
  const probes = new Uint16Array(IDS);
  const hasFailed = new Uint8Array(IDS);
  const inFlight = new Uint8Array(IDS);
  /** How often each id was polled in the half hour after the sleep before its own time came, except for retries. */
  const caughtUp = new Uint8Array(IDS);
  const caughtUpMs = new Float64Array(IDS);
  const askedMs = new Float64Array(IDS);
  const phaseMs = new Float64Array(IDS);
  let mostInFlightOfOneId = 0;
  /** The longest time between two polls of the same id while the computer was awake. */
  let longestGapMs = 0;
  let isCatchingUp = false;
  let answers: (() => void)[] = [];

  function answerAll(): void {
    const ready = answers;
    answers = [];
    for (const answer of ready) answer();
  }

  function answerSoon(answer: () => void): void {
    if (answers.length === 0) virtual.schedule(answerAll, RESOLUTION_MS);
    answers.push(answer);
  }

  function failureAt(weekMs: number): FleetErrorCode | undefined {
    const hour = Math.floor(weekMs / HOUR_MS);
    const msOfHour = weekMs % HOUR_MS;
    if (msOfHour < (OUTAGE_MINUTES[hour] ?? 0) * 60_000) return 'unavailable';
    if (msOfHour < 1000 && BUSY_HOURS.includes(hour)) return 'rate-limited';
    const chance = random() * 1000;
    if (chance < TIMEOUTS) return 'timeout';
    return chance < TIMEOUTS + FAILURES ? 'unavailable' : undefined;
  }

  function note(id: number, weekMs: number): void {
    const second = Math.floor(weekMs / 1000);
    perSecond[second] = (perSecond[second] as number) + 1;
    polls[id] = (polls[id] as number) + 1;
    if (hasFailed[id] === 1) {
      retriesPerSecond[second] = (retriesPerSecond[second] as number) + 1;
      retries[id] = (retries[id] as number) + 1;
    } else if (limiter.breaker === 'probing') probes[id] = (probes[id] as number) + 1;
    else if (isCatchingUp) noteCatchUp(id, weekMs % HOUR_MS);
    else phaseMs[id] = weekMs % HOUR_MS;
    const monotonicMs = virtual.monotonic();
    longestGapMs = Math.max(longestGapMs, monotonicMs - (askedMs[id] as number));
    askedMs[id] = monotonicMs;
    inFlight[id] = (inFlight[id] as number) + 1;
    mostInFlightOfOneId = Math.max(mostInFlightOfOneId, inFlight[id]);
  }

  /** If the regular time of an id has passed since its last poll, a poll is regular, however late it is. */
  function noteCatchUp(id: number, msOfHour: number): void {
    const ownMs = phaseMs[id] as number;
    const isOwn = ownMs + RESOLUTION_MS > (caughtUpMs[id] as number) && ownMs - RESOLUTION_MS < msOfHour;
    if (caughtUp[id] === 0 || !isOwn) caughtUp[id] = (caughtUp[id] as number) + 1;
    caughtUpMs[id] = msOfHour;
  }

  function send(id: number): Promise<void> {
    const weekMs = virtual.now() - bornMs;
    note(id, weekMs);
    const code = failureAt(weekMs);
    hasFailed[id] = code === undefined ? 0 : 1;
    return new Promise((resolve, reject) => {
      function answer(): void {
        inFlight[id] = (inFlight[id] as number) - 1;
        if (code === undefined) resolve();
        else reject(new FleetError(code, 'get-database', 'a fault', { retryAfterMs: 30_000 }));
      }
      if (code === 'timeout') virtual.schedule(answer, 15_000);
      else answerSoon(answer);
    });
  }

  const facts = pollFacts({ waiting: 0, observed: 0, tracked: 1 }, { hasRecord: false });
  const scheduler = new Scheduler({
    clock: corrected,
    commits: new Commits(),
    limiter,
    random,
    cadence: () => HOUR_MS,
  });
  const polled = scheduler.register({
    has: () => true,
    operation: 'get-database',
    facts: () => facts,
    confirmedAt: () => undefined,
    poll: (key) => send(Number(key)),
  });
  const ids = Array.from({ length: IDS }, (_, id) => String(id));
  polled.change(ids, 'tracked', 1);
  await virtual.advance(SLEEP_AT_HOUR * HOUR_MS);
  virtual.sleep(SLEEP_HOURS * HOUR_MS);
  isCatchingUp = true;
  await virtual.advance(0.5 * HOUR_MS);
  isCatchingUp = false;
  await virtual.advance((HOURS - SLEEP_HOURS - SLEEP_AT_HOUR - 0.5) * HOUR_MS);
  scheduler.dispose();
  return {
    mostTimers: timers.mostArmed,
    mostInFlightOfOneId,
    polls,
    retries,
    probes,
    longestGapMs,
    perSecond,
    retriesPerSecond,
    caughtUp,
  };
}
