import type { Clock, Database, Operation } from '../../index.js';
import type { Operations } from '../../core/client/operations.js';
import { fullBucket, readyAt, refill, take } from '../../core/polling/token-bucket.js';
import { FleetError } from '../../core/shared/fleet-error.js';
import { shareEqual } from '../../core/records/share-equal.js';
import type { DatabaseVersions } from './database-versions.js';

/** The simulated service of a replay: its rate limit and its outages. */
export interface SimulatedServiceOptions {
  /** Answers 429 to the requests above this average number per second. @default no limit */
  readonly perSecond?: number | undefined;
  /** Most requests at once after an idle time, if there is a limit; an integer, 1 or more. @default `perSecond`, rounded up */
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
  /** Answers with a record. */
  readonly answered: number;
  /** 404: the database did not exist. */
  readonly notFound: number;
  /** 429 */
  readonly rateLimited: number;
  /** 503 */
  readonly unavailable: number;
}

export interface SimulatedServiceParts extends SimulatedServiceOptions {
  readonly databases: readonly DatabaseVersions[];
  readonly clock: Clock;
  readonly latencyMs: number;
  readonly onRequest: (id: string, at: number) => void;
  /** Called when a 429 or 503 has reached the fleet. */
  readonly onFailed: () => void;
}

/** Makes a service that answers with the versions of the databases. It decides each answer when the request is sent. */
export function createSimulatedService(parts: SimulatedServiceParts) {
  const { databases, clock, latencyMs, outages = [], onRequest, onFailed } = parts;
  const versionsOf = new Map(databases.map(({ id, versions }) => [id, versions]));
  /** The number of the last version that was asked for, by id. The time never goes back. */
  const sent = new Map<string, number>();
  const rateLimit = createRateLimit(parts, clock);
  const counts = { total: 0, answered: 0, notFound: 0, rateLimited: 0, unavailable: 0 };

  function recordAt(id: string, at: number): Database | undefined {
    const versions = versionsOf.get(id) ?? [];
    let version = sent.get(id) ?? -1;
    while ((versions[version + 1]?.at ?? Infinity) <= at) version += 1;
    sent.set(id, version);
    return versions[version]?.record;
  }

  function refusalAt(at: number): FleetError | undefined {
    if (outages.some(({ from, to }) => at >= from && at < to)) {
      counts.unavailable += 1;
      return new FleetError('unavailable', OPERATION, 'refused (status 503)', { status: 503 });
    }
    const retryAfterMs = rateLimit();
    if (retryAfterMs === undefined) return undefined;
    counts.rateLimited += 1;
    return new FleetError('rate-limited', OPERATION, 'refused (status 429)', { status: 429, retryAfterMs });
  }

  function answerAt(id: string, at: number, previous: Database | undefined): Database | FleetError {
    const refusal = refusalAt(at);
    if (refusal !== undefined) return refusal;
    const record = recordAt(id, at);
    if (record === undefined) {
      counts.notFound += 1;
      return new FleetError('not-found', OPERATION, 'refused (status 404)', { status: 404 });
    }
    counts.answered += 1;
    return shareEqual(record, previous);
  }

  /** Sends the answer after the latency. The fleet has handled it when `onFailed` runs. */
  function arrive(answer: Database | FleetError, signal: AbortSignal | undefined): Promise<Database> {
    return new Promise((resolve, reject) => {
      clock.schedule(() => {
        if (signal?.aborted) return reject(new FleetError('aborted', OPERATION, 'aborted by the caller'));
        if (!(answer instanceof FleetError)) return resolve(answer);
        reject(answer);
        if (answer.code !== 'not-found') clock.schedule(onFailed, 1);
      }, latencyMs);
    });
  }

  const operations: Operations = {
    hasAccount: false,
    isEcho: undefined,
    send: ({ operation }) => Promise.reject(notSimulated(operation)),
    recordLimitBytes: Infinity,
    listVectorIndices: () => Promise.reject(notSimulated('list-vector-indices')),
    getDatabase(id, { signal, previous }) {
      const at = clock.now();
      counts.total += 1;
      onRequest(id, at);
      return arrive(answerAt(id, at, previous), signal);
    },
  };

  return { operations, counts, versionSent: (id: string) => sent.get(id) ?? -1 };
}

const OPERATION = 'get-database';

function notSimulated(operation: Operation): FleetError {
  return new FleetError('rejected', operation, 'a replay reads databases only');
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
