import { type Clock, systemClock } from '../../../../index.js';

export interface FollowOptions {
  readonly path: () => string;
  /** Takes an answer, unless it is the last one of the same path. */
  readonly take: (answer: unknown) => unknown;
  readonly intervalMs: () => number;
  /** Called with the status of a refusal, or without a status if no valid answer comes. @default none: the polling shows an outage */
  readonly fail?: (status?: number) => void;
  readonly clock?: Clock;
  readonly fetchFrom?: typeof fetch;
}

const SOON_MS = 1000;

/** Asks the dashboard's server now, and again when `intervalMs()` has passed after an answer. A hidden page asks nothing. */
export function follow(options: FollowOptions) {
  const { path, take, intervalMs, fail = () => {}, clock = systemClock, fetchFrom = fetch } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  let last = '';
  let isAsking = false;
  let isSoon = false;
  let cancel = (): void => {};

  async function ask(): Promise<void> {
    const [before, asked] = [last, path()];
    last = '';
    try {
      const response = await fetchFrom(asked, { signal });
      const text = await response.text();
      if (!response.ok) return fail(response.status);
      if (asked + text !== before) await take(JSON.parse(text));
      last = asked + text;
    } catch {
      if (!signal.aborted) fail();
    }
  }

  async function run(): Promise<void> {
    [isAsking, isSoon] = [true, false];
    if (document.visibilityState !== 'hidden') await ask();
    isAsking = false;
    runAfter(isSoon ? SOON_MS : intervalMs());
  }

  function runAfter(ms: number): void {
    cancel();
    if (!signal.aborted) cancel = clock.schedule(() => void run(), ms);
  }

  void run();
  return {
    /** Aborts when it stops. */
    signal,
    stop(): void {
      stopped.abort();
      cancel();
    },
    /** Asks again soon. Many calls at one time cause one request. */
    soon(): void {
      if (!isAsking && !isSoon) runAfter(SOON_MS);
      isSoon = true;
    },
  };
}
