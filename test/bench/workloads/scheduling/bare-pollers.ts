import type { Poller } from './poller.js';

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

/** The naive solution: it checks the due time of every id once a second. */
export const lookAtAll: Poller = {
  name: 'one timer, all ids each second',
  start({ ids, intervalMs, wheel, poll }) {
    const targets = ids.map((id, at) => ({ id, intervalMs, dueMs: (at / ids.length) * intervalMs }));
    const timer = wheel.setInterval(() => {
      const nowMs = wheel.monotonic();
      for (const target of targets) {
        if (target.dueMs > nowMs) continue;
        target.dueMs += target.intervalMs;
        void poll(target.id);
      }
    }, 1000);
    return () => wheel.clear(timer);
  },
};

/** One timer for each id, started one after the other. */
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
