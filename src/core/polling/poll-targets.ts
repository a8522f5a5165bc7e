import type { Cancellation } from '../api/cancellation.js';
import type { PollTiming } from './poll-timing.js';

/** The number of interested callers, by kind of interest. */
export interface Interest {
  tracked: number;
  observed: number;
  waiting: number;
}

/** A key that is polled while it has interest: a database id, or the list of vector indices. */
export interface PollTarget extends Interest, PollTiming {
  readonly key: string;
  /** The scheduler has taken it up: its key is known. */
  isKnown: boolean;
  /** Aborts the poll that is in flight. */
  poll: Cancellation | undefined;
}

/** The poll targets, by key and by handle. */
export interface PollTargets extends Iterable<PollTarget> {
  get(key: string): PollTarget | undefined;
  at(handle: number): PollTarget | undefined;
  /** Adds or removes one interest. */
  change(key: string, interest: keyof Interest, by: 1 | -1): void;
  /** Removes a poll target, unless it has a change of interest that is still to be settled. */
  release(target: PollTarget): void;
  clear(): void;
}

export function isWanted({ tracked, observed, waiting }: Interest): boolean {
  return tracked + observed + waiting > 0;
}

/**
 * @param onSettled called in a microtask with the poll targets whose interest changed. Components often unsubscribe and
 *   subscribe again within one task: such a poll target never loses its interest.
 */
export function createPollTargets(onSettled: (changed: ReadonlySet<PollTarget>) => void): PollTargets {
  const byKey = new Map<string, PollTarget>();
  const byHandle: (PollTarget | undefined)[] = [];
  const freeHandles: number[] = [];
  let changed = new Set<PollTarget>();

  function add(key: string): PollTarget {
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
      const target = byKey.get(key) ?? add(key);
      target[interest] = Math.max(0, target[interest] + by);
      if (changed.size === 0) queueMicrotask(settle);
      changed.add(target);
    },
    release(target) {
      const { key, handle } = target;
      // A changed poll target is released when it is settled. After `clear` it is no longer in the map.
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
