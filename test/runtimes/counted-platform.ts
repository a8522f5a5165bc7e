import { systemClock, type Clock, type Fetch } from 'fleetglass';

/** The time and network of the platform, and how much of both is in use. */
export interface CountedPlatform {
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** Timers that are armed. */
  readonly timers: number;
  /** Requests that were sent and are not answered. */
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
