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
  let waiting: WaitingRequest[] = [];
  let bucket = firstBucket;
  let lastTurn = 0;
  let cancelTimer: (() => void) | undefined;

  function takeTurns(count: number): number[] {
    const turns: number[] = [];
    while (turns.length < count && readyAt(bucket) <= clock.monotonic()) {
      bucket = take(bucket);
      turns.push(++lastTurn);
    }
    return turns;
  }

  function giveTurns(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    bucket = refill(bucket, rate, clock.monotonic());
    while (waiting.length > 0 && readyAt(bucket) <= clock.monotonic()) {
      const next = waiting.find(({ isUrgent }) => isUrgent) ?? waiting[0];
      if (next === undefined) return;
      waiting = waiting.filter((request) => request !== next);
      lastTurn = Math.max(lastTurn, next.after);
      give(next, takeTurns(next.count));
    }
    if (waiting.length > 0) cancelTimer = clock.schedule(giveTurns, readyAt(bucket) - clock.monotonic());
  }

  return {
    add(request) {
      const isKnown = waiting.some(({ from, requestId }) => from === request.from && requestId === request.requestId);
      if (isKnown) return;
      waiting.push(request);
      giveTurns();
    },
    keep(isLive) {
      waiting = waiting.filter(({ from }) => isLive(from));
    },
    startAfter(turn) {
      lastTurn = Math.max(lastTurn, turn);
    },
    stop() {
      waiting = [];
      cancelTimer?.();
    },
  };
}
