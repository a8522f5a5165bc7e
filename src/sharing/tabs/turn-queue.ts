import { readyAt, refill, take, type RateLimit, type TokenBucket } from '../../core/polling/token-bucket.js';
import type { Clock } from '../../core/shared/clock.js';
import type { TurnRequest } from '../engine.js';

export interface WaitingRequest extends TurnRequest {
  readonly from: string;
  /** Unlike the number of every other request of this member. */
  readonly requestId: number;
}

/** Gives the turns of a group, at its rate: urgent requests first, then in the order of arrival. */
export type TurnQueue = ReturnType<typeof createTurnQueue>;

export interface TurnQueueOptions {
  readonly rate: RateLimit;
  readonly clock: Clock;
  readonly bucket: TokenBucket;
  readonly give: (request: WaitingRequest, turns: readonly number[]) => void;
}

export function createTurnQueue({ rate, clock, bucket: firstBucket, give }: TurnQueueOptions) {
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
    /** Adds a request. Does nothing if the request waits already. */
    add(request: WaitingRequest) {
      const key = keyOf(request);
      if (waiting.has(key)) return;
      waiting.set(key, request);
      giveTurns();
    },
    /** Forgets the requests of members that are gone. */
    keep(isLive: (member: string) => boolean) {
      for (const [key, { from }] of waiting) if (!isLive(from)) waiting.delete(key);
    },
    /** All later turns get greater numbers than this one. */
    startAfter(turn: number) {
      lastTurn = Math.max(lastTurn, turn);
    },
    /** Forgets all requests and ends the timer. */
    stop() {
      waiting.clear();
      cancelTimer?.();
    },
  };
}

const keyOf = ({ from, requestId }: WaitingRequest): string => `${requestId}:${from}`;
