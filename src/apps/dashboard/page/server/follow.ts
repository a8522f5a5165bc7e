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

/** Asks the dashboard's server now, and again when `intervalMs()` has passed after an answer. A hidden page asks nothing. */
export function follow(options: FollowOptions) {
  const { path, take, intervalMs, fail = () => {}, clock = systemClock } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  /** The tag of the last answer. Empty after a failure, and after `forget`, also if a request is in flight then. */
  let last = '';
  let cancel = (): void => {};

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
    if (document.visibilityState !== 'hidden') await ask();
    if (!signal.aborted) cancel = clock.schedule(() => void run(), intervalMs());
  }

  void run();
  return {
    stop(): void {
      stopped.abort();
      cancel();
    },
    /** Lets `take` get the next answer, even if it does not differ from the last one. */
    forget: () => void (last = ''),
  };
}
