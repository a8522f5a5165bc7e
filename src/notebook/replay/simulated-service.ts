import type { Clock, Database, Operation, VectorIndex } from '../../index.js';
import type { Operations } from '../../core/client/operations.js';
import { fullBucket, readyAt, refill, take } from '../../core/polling/token-bucket.js';
import { FleetError, type FleetErrorCode } from '../../core/shared/fleet-error.js';
import { shareEqual } from '../../core/records/share-equal.js';
import type { ChangeLog } from './change-log.js';

/** The simulated service of a replay: its rate limit and its outages. */
export interface SimulatedServiceOptions {
  /** Answers 429 to the requests above this average number per second. @default no limit */
  readonly perSecond?: number | undefined;
  /** The most requests at once after an idle time; an integer, 1 or more. @default `perSecond`, rounded up */
  readonly burst?: number | undefined;
  /**
   * The `Retry-After` of a 429, milliseconds; 0 sends none.
   *
   * @default until the next request is allowed, rounded up to a second
   */
  readonly retryAfterMs?: number | undefined;
  /** The times in which it answers 503 to every request, Unix milliseconds. @default [] */
  readonly outages?: readonly { readonly from: number; readonly to: number }[] | undefined;
}

/** How the simulated service answered. */
export interface RequestCounts {
  readonly total: number;
  /** How many of them were for the list of vector indices. */
  readonly lists: number;
  /** Answers with a record, or with the list. */
  readonly answered: number;
  /** 404: the database did not exist. */
  readonly notFound: number;
  /** 429: the request exceeded the rate limit. */
  readonly rateLimited: number;
  /** 503: the request fell into an outage. */
  readonly unavailable: number;
}

interface SimulatedServiceParts extends SimulatedServiceOptions {
  readonly indexIds: readonly string[];
  readonly recordAt: ChangeLog['recordAt'];
  readonly clock: Clock;
  readonly latencyMs: number;
  /** @param id `undefined` for the list of vector indices */
  readonly onRequest: (id: string | undefined, at: number) => void;
  /** Called when a 429 or 503 has reached the fleet. */
  readonly onFailed: () => void;
}

/** Makes a service that answers with the versions of the resources. It decides each answer when the request is sent. */
export function createSimulatedService(parts: SimulatedServiceParts) {
  const { indexIds, recordAt, clock, outages = [], latencyMs, onRequest, onFailed } = parts;
  const rateLimit = createRateLimit(parts, clock);
  const counts = { total: 0, lists: 0, answered: 0, notFound: 0, rateLimited: 0, unavailable: 0 };

  function refusalAt(at: number, operation: Operation): FleetError | undefined {
    if (outages.some(({ from, to }) => at >= from && at < to)) {
      counts.unavailable += 1;
      return refused('unavailable', operation, 503);
    }
    const retryAfterMs = rateLimit();
    if (retryAfterMs === undefined) return undefined;
    counts.rateLimited += 1;
    return refused('rate-limited', operation, 429, retryAfterMs);
  }

  /** The answer arrives after the latency. `onFailed` runs later, when the fleet has handled the answer. */
  function request<Answer extends object>(
    operation: Operation,
    id: string | undefined,
    signal: AbortSignal | undefined,
    answerAt: (at: number) => Answer | undefined,
  ): Promise<Answer> {
    const at = clock.now();
    counts.total += 1;
    onRequest(id, at);
    const refusal = refusalAt(at, operation);
    const answer = refusal === undefined ? answerAt(at) : undefined;
    if (refusal === undefined) counts[answer === undefined ? 'notFound' : 'answered'] += 1;
    return new Promise((resolve, reject) => {
      clock.schedule(() => {
        if (signal?.aborted) return reject(new FleetError('aborted', operation, 'aborted by the caller'));
        if (answer !== undefined) return resolve(answer);
        reject(refusal ?? refused('not-found', operation, 404));
        if (refusal !== undefined) clock.schedule(onFailed, 1);
      }, latencyMs);
    });
  }

  const operations: Operations = {
    ...withoutCreates,
    listVectorIndices({ signal }) {
      counts.lists += 1;
      return request('list-vector-indices', undefined, signal, (at) =>
        indexIds.flatMap((id) => (recordAt('index', id, at) as VectorIndex | undefined) ?? []),
      );
    },
    getDatabase(id, { signal, previous }) {
      return request('get-database', id, signal, (at) => {
        const record = recordAt('database', id, at) as Database | undefined;
        return record && shareEqual(record, previous);
      });
    },
  };

  return { operations, counts };
}

/** The members of operations that only read. */
export const withoutCreates: Omit<Operations, 'getDatabase' | 'listVectorIndices'> = {
  hasAccount: false,
  isEcho: undefined,
  send: ({ operation }) => Promise.reject(new FleetError('rejected', operation, 'a replay only reads')),
  recordLimitBytes: Infinity,
};

export function refused(code: FleetErrorCode, operation: Operation, status: number, retryAfterMs?: number): FleetError {
  return new FleetError(code, operation, `refused (status ${status})`, { status, retryAfterMs });
}

/** @returns a function that counts a request, and returns its `Retry-After`, milliseconds; `undefined` for an allowed request */
function createRateLimit(options: SimulatedServiceOptions, clock: Clock): () => number | undefined {
  const { perSecond, burst, retryAfterMs } = options;
  if (perSecond === undefined) return () => undefined;
  const limit = { perSecond, burst: burst ?? Math.ceil(perSecond) };
  let bucket = fullBucket(limit, clock.monotonic());
  return () => {
    const nowMs = clock.monotonic();
    bucket = refill(bucket, limit, nowMs);
    const waitMs = readyAt(bucket) - nowMs;
    if (waitMs > 0) return retryAfterMs ?? Math.ceil(waitMs / 1000) * 1000;
    bucket = take(bucket);
    return undefined;
  };
}
