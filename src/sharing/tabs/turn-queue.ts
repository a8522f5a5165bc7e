import { readyAt, refill, take, type RateLimit, type TokenBucket } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';
import type { TurnRequest } from '../engine.js';

/** A request for turns that waits in the queue. */
export interface WaitingRequest extends TurnRequest {
  /** The member that waits. */
  readonly from: string;
  /** Unlike the number of every other request of this member. */
  readonly requestId: number;
}

/** Gives the turns of a group, at its rate: urgent requests first, then in the order of arrival. */
export interface TurnQueue {
  /** Adds a request. Does nothing if the request waits already. */
  add(request: WaitingRequest): void;
  /** Forgets the requests of members that are gone. */
  keep(isLive: (member: string) => boolean): void;
  /** All later turns get greater numbers than this one. */
  startAfter(turn: number): void;
  /** Forgets all requests and ends the timer. */
  stop(): void;
}

export interface TurnQueueOptions {
  readonly rate: RateLimit;
  readonly clock: Clock;
  readonly bucket: TokenBucket;
  /** Called for each request once. */
  readonly give: (request: WaitingRequest, turns: readonly number[]) => void;
}

export function createTurnQueue({ rate, clock, bucket: firstBucket, give }: TurnQueueOptions): TurnQueue {
  /** In the order of arrival. */
  const waiting = new Map<string, WaitingRequest>();
  let bucket = firstBucket;
  let lastTurn = 0;
  let cancelTimer: (() => void) | undefined;

  function takeTurns(count: number): number[] {
    const turns: number[] = [];
    while (turns.length < count && readyAt(bucket) <= clock.monotonic()) {
      // Time passes while turns are given: a token that has just come must not stay in the bucket.
      bucket = take(refill(bucket, rate, clock.monotonic()));
      turns.push(++lastTurn);
    }
    return turns;
  }

  function firstRequest(): WaitingRequest | undefined {
    let first: WaitingRequest | undefined;
    for (const request of waiting.values()) {
      if (request.isUrgent) return request;
      first ??= request;
    }
    return first;
  }

  function giveTurns(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    bucket = refill(bucket, rate, clock.monotonic());
    while (readyAt(bucket) <= clock.monotonic()) {
      const next = firstRequest();
      if (next === undefined) return;
      waiting.delete(keyOf(next));
      lastTurn = Math.max(lastTurn, next.after);
      give(next, takeTurns(next.count));
    }
    if (waiting.size > 0) cancelTimer = clock.schedule(giveTurns, readyAt(bucket) - clock.monotonic());
  }

  return {
    add(request) {
      const key = keyOf(request);
      if (waiting.has(key)) return;
      waiting.set(key, request);
      giveTurns();
    },
    keep(isLive) {
      for (const [key, { from }] of waiting) if (!isLive(from)) waiting.delete(key);
    },
    startAfter(turn) {
      lastTurn = Math.max(lastTurn, turn);
    },
    stop() {
      waiting.clear();
      cancelTimer?.();
    },
  };
}

const keyOf = ({ from, requestId }: WaitingRequest): string => `${requestId}:${from}`;
