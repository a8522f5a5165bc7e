import { endedError } from '../shared/ended-error.js';
import type { Planner } from './planner.js';
import { isShareable, type Interest, type PollKind, type PollTargets } from './poll-targets.js';
import type { Requests } from './requests.js';

/** The interest in the keys of one source, and the requests for them. */
export interface PollGroup<T> {
  /**
   * Adds the interest `tracked`. Interest is counted: each call needs one call of `untrack`, with the same pace.
   *
   * @param everyMs the longest interval between two polls, whatever the cadence
   */
  track(keys: readonly string[], everyMs?: number): void;
  untrack(keys: readonly string[], everyMs?: number): void;
  isTracked(key: string): boolean;
  /** Whether other members of the group want the key. */
  isShared(key: string): boolean;
  observe(key: string, everyMs?: number): void;
  unobserve(key: string, everyMs?: number): void;
  /** Adds the interest of a pending `waitFor`. */
  wait(key: string): void;
  unwait(key: string): void;
  /** To be called when the store got the record of a key without a request: the next poll is planned by its facts. */
  confirmed(key: string): void;
  /** Calls `listener` with keys that have lost their last interest. */
  onLeft(listener: (keys: readonly string[]) => void): void;
  /**
   * Requests a key now, before all polls. Callers with the same key share one request, and join a poll in flight.
   *
   * @param signal ends this caller's wait. The request goes on while other callers are left, and a poll while the key has
   *   interest.
   * @throws FleetError any error of `PollSource.poll`; `rate-limited` if the request would wait longer than
   *   `queueTimeoutMs`; `aborted`; `disposed`
   */
  request(key: string, signal?: AbortSignal): Promise<T>;
}

export interface PollGroupParts {
  readonly targets: PollTargets;
  readonly requests: Requests;
  readonly planner: Pick<Planner, 'confirmed' | 'retry'>;
  /** Starts the requests that may start. */
  readonly proceed: () => void;
}

export function createPollGroup<T>(
  kind: PollKind,
  { targets, requests, planner, proceed }: PollGroupParts,
): PollGroup<T> {
  const change = (key: string, interest: keyof Interest, by: 1 | -1, everyMs?: number): void =>
    targets.change(targets.get(kind, key), interest, by, everyMs);

  return {
    track: (keys, everyMs) => keys.forEach((key) => change(key, 'tracked', 1, everyMs)),
    untrack: (keys, everyMs) => keys.forEach((key) => change(key, 'tracked', -1, everyMs)),
    isTracked: (key) => (kind.targets.get(key)?.tracked ?? 0) > 0,
    isShared: (key) => kind.targets.get(key)?.isShared === true,
    observe: (key, everyMs) => change(key, 'observed', 1, everyMs),
    unobserve: (key, everyMs) => change(key, 'observed', -1, everyMs),
    wait(key) {
      change(key, 'waiting', 1);
      // A `waitFor` must not wait for the end of a backoff first.
      planner.retry(targets.get(kind, key));
    },
    unwait: (key) => change(key, 'waiting', -1),
    confirmed(key) {
      const target = kind.targets.get(key);
      if (target !== undefined) planner.confirmed(target);
      proceed();
    },
    onLeft: (listener) => void kind.leftListeners.add(listener),
    request(key, signal) {
      const { operation } = kind.source;
      // A request in flight is joined even if a new one could not be sent.
      const canJoin = isShareable(kind.targets.get(key)?.flight);
      const refusal = signal?.aborted
        ? endedError('aborted', operation)
        : canJoin
          ? undefined
          : requests.waitError(operation);
      if (refusal !== undefined) return Promise.reject(refusal);
      const answer = requests.call(targets.get(kind, key), signal);
      proceed();
      return answer as Promise<T>;
    },
  };
}
