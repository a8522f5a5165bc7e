import type { Cancellation } from '../api/cancellation.js';
import type { PollTiming } from './poll-timing.js';

/** How many ask for it, and in which way. */
export interface Interest {
  tracked: number;
  observed: number;
  waiting: number;
}

/** One key that somebody is interested in, or was until just now. */
export interface PollTarget extends Interest, PollTiming {
  readonly key: string;
  /** It was counted in. */
  isKnown: boolean;
  /** Gives up the poll that is under way. */
  poll: Cancellation | undefined;
}

/** Who is interested in what. */
export interface PollTargets extends Iterable<PollTarget> {
  get(key: string): PollTarget | undefined;
  at(handle: number): PollTarget | undefined;
  /** Counts somebody in or out. */
  change(key: string, interest: keyof Interest, by: 1 | -1): void;
  /** Forgets one. */
  release(target: PollTarget): void;
  clear(): void;
}

export function isWanted({ tracked, observed, waiting }: Interest): boolean {
  return tracked + observed + waiting > 0;
}

/**
 * @param onSettled called with the targets whose interest changed, in a microtask: those who come, go and come again
 *   in one turn, as components do, were there all the time.
 */
export function createPollTargets(onSettled: (changed: ReadonlySet<PollTarget>) => void): PollTargets {
  const byKey = new Map<string, PollTarget>();
  const byHandle: (PollTarget | undefined)[] = [];
  const freeHandles: number[] = [];
  let changed = new Set<PollTarget>();

  function admit(key: string): PollTarget {
    const target = createPollTarget(key, freeHandles.pop() ?? byHandle.length);
    byKey.set(key, target);
    byHandle[target.handle] = target;
    return target;
  }

  function settle(): void {
    const settling = changed;
    changed = new Set();
    onSettled(settling);
  }

  return {
    get: (key) => byKey.get(key),
    at: (handle) => byHandle[handle],
    change(key, interest, by) {
      const target = byKey.get(key) ?? admit(key);
      target[interest] = Math.max(0, target[interest] + by);
      if (changed.size === 0) queueMicrotask(settle);
      changed.add(target);
    },
    release(target) {
      const { key, handle } = target;
      // Its interest is still to settle, and then it is released; or it has gone before.
      if (changed.has(target) || byKey.get(key) !== target) return;
      byKey.delete(key);
      byHandle[handle] = undefined;
      freeHandles.push(handle);
    },
    clear() {
      byKey.clear();
      byHandle.length = 0;
      changed.clear();
    },
    [Symbol.iterator]: () => byKey.values(),
  };
}

function createPollTarget(key: string, handle: number): PollTarget {
  return {
    key,
    handle,
    tracked: 0,
    observed: 0,
    waiting: 0,
    isKnown: false,
    lastMs: undefined,
    failures: 0,
    notBeforeMs: undefined,
    poll: undefined,
  };
}
