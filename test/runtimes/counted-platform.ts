import { systemClock, type Clock, type Fetch } from 'fleetglass';

/** The clock and fetch of the platform, with the numbers of armed timers and open requests. */
export interface CountedPlatform {
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** The number of armed timers. */
  readonly timers: number;
  /** The number of requests without an answer. */
  readonly requests: number;
}

export function createCountedPlatform(): CountedPlatform {
  const timers = new Set<object>();
  let requests = 0;
  return {
    clock: {
      ...systemClock,
      schedule(task, delayMs) {
        const timer = {};
        timers.add(timer);
        const cancel = systemClock.schedule(() => {
          timers.delete(timer);
          task();
        }, delayMs);
        return () => {
          timers.delete(timer);
          cancel();
        };
      },
    },
    async fetch(url, init) {
      requests += 1;
      return fetch(url, init).finally(() => (requests -= 1));
    },
    get timers() {
      return timers.size;
    },
    get requests() {
      return requests;
    },
  };
}
