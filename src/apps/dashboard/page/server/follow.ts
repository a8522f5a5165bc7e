import { createAlarm } from '../../../../core/polling/alarm.js';
import { type Clock, systemClock } from '../../../../index.js';

export interface FollowOptions {
  readonly path: () => string;
  /** Called with each answer that differs from the last one. */
  readonly take: (answer: unknown) => unknown;
  readonly intervalMs: () => number;
  /** Called with the status of a refusal, or without a status if no valid answer comes. @default none: the polling shows an outage */
  readonly fail?: (status?: number) => void;
  readonly clock?: Clock;
}

const SOON_MS = 1000;

/** Asks the dashboard's server now, and again when `intervalMs()` has passed after an answer. A hidden page asks nothing. */
export function follow(options: FollowOptions) {
  const { path, take, intervalMs, fail = () => {}, clock = systemClock } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  /** The tag of the last answer. Empty after a failure, and after `forget`, also if a request is in flight then. */
  let last = '';
  let isAsking = false;
  let isSoon = false;
  const setAlarm = createAlarm(clock, () => void run());
  const askAfter = (ms: number): void => {
    if (!signal.aborted) setAlarm(clock.monotonic() + ms);
  };

  async function ask(): Promise<void> {
    try {
      const response = await fetch(path(), { signal, headers: { 'if-none-match': last } });
      const { ok, status, headers } = response;
      if (status === 304) return;
      last = '';
      if (!ok) return fail(status);
      await take(await response.json());
      last = headers.get('etag') ?? '';
    } catch {
      last = '';
      if (!signal.aborted) fail();
    }
  }

  async function run(): Promise<void> {
    [isAsking, isSoon] = [true, false];
    if (document.visibilityState !== 'hidden') await ask();
    isAsking = false;
    askAfter(isSoon ? SOON_MS : intervalMs());
  }

  void run();
  return {
    /** Aborts when it stops. */
    signal,
    stop(): void {
      stopped.abort();
      setAlarm(Infinity);
    },
    /** Lets `take` get the next answer, even if it does not differ from the last one. */
    forget: () => void (last = ''),
    /** Asks again soon. Many calls at one time cause one request. */
    soon(): void {
      if (!isAsking && !isSoon) askAfter(SOON_MS);
      isSoon = true;
    },
  };
}
