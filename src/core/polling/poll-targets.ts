import type { FleetError, Operation } from '../shared/fleet-error.js';
import type { CadenceFacts } from './cadence.js';
import { createTiming, type PollTiming } from './poll-timing.js';

/** The number of interested callers, by kind of interest. `PollTargets.paces` has the paces that they ask for. */
export interface Interest {
  tracked: number;
  observed: number;
  waiting: number;
}

/** The facts about a key that its store knows. The scheduler adds the interest in it. */
export interface PollFacts extends Omit<CadenceFacts, 'resource' | 'waiting' | 'observed' | 'tracked'> {
  /** When the record was confirmed, Unix milliseconds. A recent record is not polled at once. */
  readonly confirmedAt?: number | undefined;
}

/** Sends the requests for one kind of keys, and keeps the state of each key. */
export interface PollSource<T = unknown> {
  readonly resource: CadenceFacts['resource'];
  readonly operation: Operation;
  facts(key: string): PollFacts;
  /**
   * Sends the request and commits the answer or the failure. Another executor can take its place, for example one that
   * has the request sent by another process.
   *
   * @param turn the number of the request among those of all members, in a fleet that shares its polling
   * @throws FleetError
   */
  poll(key: string, signal: AbortSignal, turn?: number): Promise<T>;
  /** Called when callers queued a request, or a poll starts. */
  onRequested(key: string): void;
  /** Called when a queued request or a request in flight is cancelled, because nothing needs it any more. */
  onCancelled(key: string): void;
  /** Called when the request was not sent, because of the failure of another request. */
  onNotSent(key: string, error: FleetError): void;
}

/** The keys of one source. */
export interface PollKind {
  readonly source: PollSource;
  readonly targets: Map<string, PollTarget>;
  /** A caller who aborts the request in flight waits for its outcome: a database may exist. */
  readonly tellsOutcome: boolean;
  /** Called when keys have lost their last interest. */
  readonly leftListeners: Set<(keys: readonly string[]) => void>;
}

/** One caller of a request. Callers with the same key share the request. */
export interface Caller {
  readonly target: PollTarget;
  /** When the caller stops waiting for the request to be sent, monotonic. */
  readonly deadlineMs: number;
  /** Removes the listener from the caller's signal. */
  forgetSignal: () => void;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A request in flight, with the callers that share it. */
export interface Flight {
  readonly controller: AbortController;
  /** A scheduled poll goes on when its callers leave. A request of callers does not. */
  readonly isPoll: boolean;
  callers: Set<Caller> | undefined;
}

/** Whether further callers can share the request. A request that was cancelled is in flight until it has ended. */
export function isShareable(flight: Flight | undefined): flight is Flight {
  return flight !== undefined && !flight.controller.signal.aborted;
}

/** A key that is polled while it has interest, and requested while it has callers. */
export interface PollTarget extends Interest, PollTiming {
  readonly key: string;
  readonly kind: PollKind;
  /**
   * The interval at which a known key is polled, milliseconds; `undefined` while the planner does not count the key as
   * known, which follows the interest at the end of the task. An integer or `Infinity`, which take no heap object.
   */
  intervalMs: number | undefined;
  /** Other members of the group want the key. */
  isShared: boolean;
  /** The callers of the next request, which is queued. */
  callers: Set<Caller> | undefined;
  flight: Flight | undefined;
}

/** The poll targets of all sources, by handle. */
export interface PollTargets extends Iterable<PollTarget> {
  at(handle: number): PollTarget;
  /** The first poll target after a handle that is suitable; the search goes on from the start. */
  next(afterHandle: number, isSuitable: (target: PollTarget) => boolean): PollTarget | undefined;
  /** The poll target of a key; a new one if there is none. */
  get(kind: PollKind, key: string): PollTarget;
  /** Adds or removes one interest. @param everyMs the pace of this interest, if it has one of its own */
  change(target: PollTarget, interest: keyof Interest, by: 1 | -1, everyMs?: number): void;
  /** The paces that the interests in a target ask for, milliseconds, fastest first. */
  readonly paces: ReadonlyMap<PollTarget, readonly number[]>;
  /** Notes whether other members of the group want a key. */
  share(target: PollTarget, isShared: boolean): void;
  /** Removes a poll target, unless it has a change of interest that is still to be settled. */
  release(target: PollTarget): void;
  clear(): void;
}

/** This fleet polls the key, and in a group no other member does. */
export function isPolled({ intervalMs }: PollTarget): boolean {
  return intervalMs !== undefined && intervalMs < Infinity;
}

export function isWanted({ tracked, observed, waiting }: Interest): boolean {
  return tracked + observed + waiting > 0;
}

/**
 * @param onSettled called in a microtask with the poll targets whose interest changed. Components often unsubscribe and
 *   subscribe again within one task: such a poll target never loses its interest.
 */
export function createPollTargets(onSettled: (changed: ReadonlySet<PollTarget>) => void): PollTargets {
  const byHandle: (PollTarget | undefined)[] = [];
  const freeHandles: number[] = [];
  let changed = new Set<PollTarget>();
  // The paces of each target that has some, fastest first. A member of every target would cost memory for each of them.
  const paces = new Map<PollTarget, number[]>();

  function changePace(target: PollTarget, by: 1 | -1, everyMs: number): void {
    const list = paces.get(target) ?? [];
    if (by === 1) list.push(everyMs);
    else list.splice(list.indexOf(everyMs), 1);
    if (list.length === 0) paces.delete(target);
    else
      paces.set(
        target,
        list.sort((a, b) => a - b),
      );
  }

  function add(kind: PollKind, key: string): PollTarget {
    const target = createPollTarget(key, kind, freeHandles.pop() ?? byHandle.length);
    kind.targets.set(key, target);
    byHandle[target.handle] = target;
    return target;
  }

  function settle(): void {
    const settling = changed;
    changed = new Set();
    onSettled(settling);
  }

  return {
    at: (handle) => byHandle[handle] as PollTarget,
    next(afterHandle, isSuitable) {
      for (let step = 1; step <= byHandle.length; step++) {
        const target = byHandle[(afterHandle + step) % byHandle.length];
        if (target !== undefined && isSuitable(target)) return target;
      }
      return undefined;
    },
    get: (kind, key) => kind.targets.get(key) ?? add(kind, key),
    change(target, interest, by, everyMs) {
      if (everyMs !== undefined) changePace(target, by, everyMs);
      target[interest] = Math.max(0, target[interest] + by);
      if (changed.size === 0) queueMicrotask(settle);
      changed.add(target);
    },
    paces,
    share(target, isShared) {
      if (changed.size === 0) queueMicrotask(settle);
      target.isShared = isShared;
      changed.add(target);
    },
    release(target) {
      const { kind, key, handle } = target;
      // A changed poll target is released when it is settled. After `clear` it is no longer in the list.
      if (changed.has(target) || byHandle[handle] !== target) return;
      kind.targets.delete(key);
      byHandle[handle] = undefined;
      freeHandles.push(handle);
    },
    clear() {
      byHandle.length = 0;
      changed.clear();
      paces.clear();
    },
    *[Symbol.iterator]() {
      for (const target of byHandle) if (target !== undefined) yield target;
    },
  };
}

function createPollTarget(key: string, kind: PollKind, handle: number): PollTarget {
  return {
    ...createTiming(handle),
    key,
    kind,
    tracked: 0,
    observed: 0,
    waiting: 0,
    intervalMs: undefined,
    isShared: false,
    callers: undefined,
    flight: undefined,
  };
}
